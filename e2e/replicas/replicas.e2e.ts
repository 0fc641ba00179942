import { expect } from '@playwright/test';
import { ask } from '../support/http/read.ts';
import { stoppedProductClock } from '../support/preloaded/movable-clock.ts';
import { withoutDeadline } from '../support/preloaded/without-deadline.ts';
import { plenty } from '../support/products/fixtures.ts';
import {
  leaderOf,
  metaOf,
  replicaInfo,
  replicasTest as test,
  waitForAll,
} from '../support/replicas/replicas.ts';
import { signedIn, statusWith, withPassword } from '../support/sign-in/password.ts';

// Each test has its own product.
test.describe.configure({ mode: 'parallel' });

test('row 71: 200 cold viewers of three replicas cost one crawl, and 100 openings of a monitor one request', async ({
  replicaSet,
  page,
}) => {
  const { referenceApi, replicas } = await replicaSet({
    api: { monitors: 250, limits: plenty },
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: '3600', ...withoutDeadline },
    // Otherwise the leader would read the list before the last replica has started.
    before: ({ api }) => api.inject({ kind: 'delay', ms: 8_000, times: 1 }),
  });
  for (const { url } of replicas) {
    const { status } = await ask(`${url}/api/health?ready=1`);
    // On a slow machine the last replica starts when the list has been read.
    if (referenceApi.responses(200) === 0) expect(status, 'cold: nothing to show').toBe(503);
  }
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const replica = replicas[n % replicas.length];
      const headers = { 'user-agent': `viewer ${n}`, 'sightline-refresh': '3600' };
      const list = () => ask(`${replica?.url}/api/monitors?page=${(n % 5) + 1}`, { headers });
      let { status } = await list();
      // Until there is a list each viewer waits at most four seconds, and sends its request again like a browser.
      while (status === 503) ({ status } = await list());
      return status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  await waitForAll(replicas);
  expect(referenceApi.requests(), '⌈250 / 100⌉').toBe(3);
  expect(referenceApi.mostInFlight()).toBeLessThanOrEqual(4);
  const infos = () => Promise.all(replicas.map(replicaInfo));
  // Each replica learns of the others with its next heartbeat.
  await expect.poll(async () => (await infos()).map(({ count }) => count)).toEqual([3, 3, 3]);
  const all = await infos();
  expect(all.map(({ storage }) => storage)).toEqual(['postgresql', 'postgresql', 'postgresql']);
  expect(new Set(all.map((one) => one.this)).size).toBe(3);
  expect(all.filter(({ leads }) => leads)).toHaveLength(1);
  await page.goto(`${replicas[0]?.url}/usage`);
  const row = page.getByText(`This page is from ${all[0]?.this}`);
  await expect(row).toContainText(
    all[0]?.leads ? 'which reads the list for all' : 'another one reads the list',
  );

  const uuid = referenceApi.api.organization().monitors()[7]?.monitor_uuid;
  const openings = await Promise.all(
    Array.from(
      { length: 100 },
      async (_, n) => (await ask(`${replicas[n % 3]?.url}/api/monitors/${uuid}`)).status,
    ),
  );
  expect(new Set(openings)).toEqual(new Set([200]));
  expect(referenceApi.requests()).toBe(4);
});

test('"Refresh" on a follower reads the list once; a new snapshot has the same ETag everywhere', async ({
  replicaSet,
}) => {
  const { referenceApi, replicas } = await replicaSet({
    api: { monitors: 150, limits: plenty },
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: '2' },
  });
  await waitForAll(replicas);
  const { leader, others } = await leaderOf(replicas);
  const [follower] = others;
  const sent = referenceApi.requests();
  const asOf = Date.parse((await metaOf(follower ?? leader)).meta.as_of);
  await expect
    .poll(async () => {
      const { text } = await ask(`${follower?.url}/api/monitors/refresh`, {
        method: 'POST',
        headers: { 'sightline-refresh': '3600' },
      });
      return JSON.parse(text).data;
    })
    .toMatchObject({ outcome: 'reading', cost: 2 });
  await expect
    .poll(async () => Date.parse((await metaOf(follower ?? leader)).meta.as_of))
    .toBeGreaterThan(asOf);
  expect(referenceApi.requests() - sent).toBeGreaterThanOrEqual(2);

  const [first] = referenceApi.api.organization().monitors();
  const etagOf = async (replica: { url: string }) => (await metaOf(replica, 2)).etag;
  for (const name of ['Renamed', 'Renamed again', 'And again']) {
    referenceApi.api.organization().editMonitor(first?.monitor_uuid ?? '', { name });
    const before = await etagOf(leader);
    await expect.poll(() => etagOf(leader), { intervals: [20] }).not.toBe(before);
    // Compares the responses of all replicas. The leader may plan its next crawl in between, and its response then
    // differs.
    const etags = async () => new Set(await Promise.all(replicas.map(etagOf))).size;
    await expect.poll(etags, { intervals: [20] }).toBe(1);
  }
});

test('row 70: signed out on one replica is signed out on all', async ({ replicaSet }) => {
  const { replicas } = await replicaSet({ api: { monitors: 30, limits: plenty }, env: withPassword });
  const [one, other, third] = replicas;
  if (!one || !other || !third) throw new Error('three replicas');
  const cookie = await signedIn(one);
  for (const replica of replicas) await expect.poll(() => statusWith(replica, cookie)).not.toBe(401);
  const signOut = await ask(`${other.url}/api/auth/logout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: other.url, 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(signOut.status).toBe(303);
  for (const replica of replicas) await expect.poll(() => statusWith(replica, cookie)).toBe(401);
});

test('row 66: of three replicas that compete for the last request of a minute, exactly one sends it', async ({
  replicaSet,
}) => {
  // The minute of the API has just begun, and does not end.
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const { referenceApi, replicas } = await replicaSet({
    api: { monitors: 90, limits: { ...plenty, minute: 6 }, clock: () => minute },
    env: stoppedProductClock,
  });
  await waitForAll(replicas);
  const uuids = referenceApi.api.organization().monitors();
  const open = (monitor: number, replica: number) =>
    ask(`${replicas[replica]?.url}/api/monitors/${uuids[monitor]?.monitor_uuid}`);
  for (const monitor of [0, 1]) expect(JSON.parse((await open(monitor, 0)).text).meta.partial).toBe(false);
  expect(referenceApi.requests(), 'of six; two are kept in reserve').toBe(3);
  const opened = await Promise.all([2, 3, 4].map((monitor, replica) => open(monitor, replica)));
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
  const partial = opened.map(({ text }) => JSON.parse(text).meta.partial);
  expect(partial.toSorted(), 'the others show what the list has').toEqual([false, true, true]);
  expect(referenceApi.requests()).toBe(4);
  expect(referenceApi.responses(429)).toBe(0);
});

test('a monitor that a follower finds deleted is gone from all, without another request', async ({
  replicaSet,
}) => {
  const { referenceApi, replicas } = await replicaSet({
    api: { monitors: 30, limits: plenty },
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: '3600' },
  });
  await waitForAll(replicas);
  const organization = referenceApi.api.organization();
  const uuid = organization.monitors()[7]?.monitor_uuid ?? '';
  organization.removeMonitor(uuid);
  const sent = referenceApi.requests();
  const open = async (replica: { url: string } | undefined) =>
    (await ask(`${replica?.url}/api/monitors/${uuid}`)).status;
  const totals = () =>
    Promise.all(replicas.map(async (replica) => (await metaOf(replica, 3600)).pagination.total));
  expect(await totals()).toEqual([30, 30, 30]);
  expect(await open((await leaderOf(replicas)).others[0])).toBe(404);
  await expect.poll(totals).toEqual([29, 29, 29]);
  expect(await Promise.all(replicas.map(open))).toEqual([404, 404, 404]);
  expect(referenceApi.requests() - sent).toBe(1);
});
