import { expect } from '@playwright/test';
import { plenty } from '../support/fixtures.ts';
import { movableClock } from '../support/movable-clock.ts';
import { signedIn, statusWith, withPassword } from '../support/password.ts';
import { readAll } from '../support/read.ts';
import {
  leaderOf,
  metaOf,
  replicaInfo,
  startReplicas,
  replicasTest as test,
  waitForAll,
} from '../support/replicas.ts';

test('row 64: the leader is killed in the middle of a crawl; another one reads within 20 s, and nobody is signed out', async () => {
  const set = await startReplicas({ api: { monitors: 350, limits: plenty }, env: withPassword });
  const { referenceApi, replicas } = set;
  const cookie = await signedIn(replicas[0] ?? { url: '' });
  const headers = { Cookie: cookie, 'sightline-refresh': '15' };
  const stateOf = async (url: string) =>
    JSON.parse(await (await fetch(`${url}/api/monitors?per_page=1`, { headers })).text());
  for (const { url } of replicas) {
    await expect
      .poll(async () => (await stateOf(url)).meta?.inventory?.state, { timeout: 30_000 })
      .toBe('complete');
  }
  const leads = async (url: string) =>
    JSON.parse(await (await fetch(`${url}/api/usage`, { headers })).text()).data.replicas.leads;
  const known = await Promise.all(
    replicas.map(async (replica) => ({ replica, leads: await leads(replica.url) })),
  );
  const leader = known.find((one) => one.leads)?.replica;
  const others = replicas.filter((replica) => replica !== leader);
  // The second page of the next crawl never gets an answer.
  referenceApi.api.inject({ kind: 'delay', ms: 60_000, url_contains: 'page=2' });
  const before = referenceApi.requests();
  await expect
    .poll(() => referenceApi.requests(), { timeout: 40_000, intervals: [20] })
    .toBeGreaterThan(before + 1);
  await leader?.kill();
  referenceApi.api.clearFaults();
  const killedAt = Date.now();
  const sent = referenceApi.requests();
  await expect
    .poll(
      async () => {
        for (const { url } of others) expect((await stateOf(url)).pagination.total, 'no mixture').toBe(350);
        return referenceApi.requests();
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(sent);
  console.log(`  the next crawl began ${Date.now() - killedAt} ms after the kill`);
  await expect.poll(async () => (await stateOf(others[0]?.url ?? '')).meta.inventory.state).toBe('complete');
  for (const replica of others) expect(await statusWith(replica, cookie)).toBe(200);
  await set.stop();
});

test('row 65: a leader that was stopped for longer than its lease leads no more and replaces nothing newer; one that ends hands over at once', async () => {
  const set = await startReplicas({ count: 2, api: { monitors: 120, limits: plenty } });
  const { replicas, referenceApi } = set;
  await waitForAll(replicas);
  const { leader, others } = await leaderOf(replicas);
  const [other] = others;
  if (!other) throw new Error('two replicas');
  leader.signal('SIGSTOP');
  await expect.poll(async () => (await replicaInfo(other)).leads, { timeout: 20_000 }).toBe(true);
  const [first] = referenceApi.api.organization().monitors();
  referenceApi.api.organization().editMonitor(first?.monitor_uuid ?? '', { name: 'Renamed meanwhile' });
  const names = async (replica: { url: string }) =>
    (await readAll(replica, 'sort=name')).map(({ name }) => name);
  await expect
    .poll(
      async () => {
        await metaOf(other);
        return names(other);
      },
      { timeout: 40_000 },
    )
    .toContain('Renamed meanwhile');
  leader.signal('SIGCONT');
  await expect.poll(async () => (await replicaInfo(leader)).leads).toBe(false);
  await expect.poll(() => names(leader)).toContain('Renamed meanwhile');
  expect((await replicaInfo(other)).leads).toBe(true);
  expect(await names(other)).toContain('Renamed meanwhile');
  expect(await other.stop()).toBe(0);
  await expect.poll(async () => (await replicaInfo(leader)).leads, { timeout: 4_000 }).toBe(true);
  await leader.stop();
  await Promise.all([set.redis.kill(), referenceApi.close()]);
});

test('row 69: replicas whose clocks are an hour apart show the same, and pace the same', async () => {
  const set = await startReplicas({ count: 1, api: { monitors: 120, limits: plenty } });
  const ahead = await set.add(movableClock);
  ahead.signal('SIGUSR2');
  await waitForAll(set.replicas);
  const [one] = set.replicas;
  if (!one) throw new Error('a replica');
  const before = set.referenceApi.requests();
  await expect
    .poll(async () => {
      const [a, b] = [await metaOf(one), await metaOf(ahead)];
      return a.etag === b.etag && a.meta.as_of === b.meta.as_of;
    })
    .toBe(true);
  expect(set.referenceApi.requests() - before).toBeLessThanOrEqual(4);
  await set.stop();
});
