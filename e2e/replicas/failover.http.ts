/** @module-tag deep */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { LIST_FIELDS } from '../../lib/reference-api/fixture.ts';
import type { RunningReferenceApi } from '../../lib/reference-api/server.ts';
import { ask, type Fields, readAll } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import type { Product } from '../support/products/product.ts';
import { plenty } from '../support/products/stack.ts';
import { query } from '../support/replicas/database-contents.ts';
import {
  leaderOf,
  metaOf,
  replicaInfo,
  shortenLease,
  type startReplicas,
  waitForAll,
} from '../support/replicas/replicas.ts';
import { signedIn, statusWith, withPassword } from '../support/sign-in/password.ts';

/** Settings that log changes of leadership. */
const withInfo = { SIGHTLINE_LOG_LEVEL: 'info' };

/** Returns the lines about leadership in a replica's log: each message and its term. */
function leadershipIn(replica: Product): { msg: string; term: number }[] {
  return replica
    .logs()
    .split('\n')
    .filter((line) => /"msg":"(leads|no longer leads)"/.test(line))
    .map((line) => {
      const { msg, term }: { msg: string; term: number } = JSON.parse(line);
      return { msg, term };
    });
}

const pick = (row: Fields): Fields => Object.fromEntries(LIST_FIELDS.map((field) => [field, row[field]]));

/** All monitors of the API. */
function rowsIn({ api }: RunningReferenceApi): Map<unknown, Fields> {
  const rows = api.organization().monitors();
  return new Map(rows.map((monitor) => [monitor.monitor_uuid, pick({ ...monitor })]));
}

test('row 64: when the leader is killed in the middle of a crawl, another replica reads, and nobody is signed out', async ({
  replicaSet,
}) => {
  const set = await replicaSet({
    api: { monitors: 350, limits: plenty },
    env: { ...withPassword, ...withInfo },
  });
  const { referenceApi, replicas } = set;
  const cookie = await signedIn(replicas[0] ?? { url: '' });
  const headers: Record<string, string> = { Cookie: cookie, 'sightline-refresh': 'on' };
  const stateOf = async (url: string) =>
    JSON.parse((await ask(`${url}/api/monitors?per_page=1`, { headers })).text);
  /** All rows of one snapshot. */
  const rowsOf = async ({ url }: Product): Promise<Map<unknown, Fields>> => {
    const { text } = await ask(`${url}/api/monitors/export?format=json`, { headers });
    const rows: Fields[] = JSON.parse(text);
    return new Map(rows.map((row) => [row.monitor_uuid, pick(row)]));
  };
  for (const { url } of replicas) {
    await expect.poll(async () => (await stateOf(url)).meta?.inventory?.state).toBe('complete');
  }
  const leads = async ({ url }: Product) =>
    JSON.parse((await ask(`${url}/api/usage`, { headers })).text).data.replicas.leads;
  const known = await Promise.all(
    replicas.map(async (replica) => ({ replica, leads: await leads(replica) })),
  );
  const leader = known.find((one) => one.leads)?.replica;
  if (!leader) throw new Error('no replica leads');
  const others = replicas.filter((replica) => replica !== leader);
  const old = rowsIn(referenceApi);
  // The second page of the next crawl never gets a response.
  referenceApi.api.inject({ kind: 'delay', ms: 60_000, url_contains: 'page=2' });
  const uuids = [...old.keys()].map(String);
  // Renames one monitor on each page at the same time. A mixture of two crawls would equal neither list.
  for (const [page, place] of [5, 105, 205, 305].entries()) {
    referenceApi.api.organization().editMonitor(uuids[place] ?? '', { name: `Edited on page ${page + 1}` });
  }
  const edited = rowsIn(referenceApi);
  const before = referenceApi.requests();
  await expect.poll(() => referenceApi.requests(), { interval: 20 }).toBeGreaterThanOrEqual(before + 4);
  await leader.kill();
  await shortenLease(set);
  // Those who have looked keep the new leader reading. From now on nobody looks.
  delete headers['sightline-refresh'];
  referenceApi.api.clearFaults();
  const sent = referenceApi.requests();
  const mixtures: unknown[] = [];
  await expect
    .poll(async () => {
      const shown = await Promise.all(others.map(rowsOf));
      mixtures.push(...shown.filter((rows) => ![old, edited].some((one) => isDeepStrictEqual(rows, one))));
      return shown;
    })
    .toEqual([edited, edited]);
  expect(mixtures).toEqual([]);
  expect(referenceApi.requests() - sent, 'each page once').toBe(4);
  expect((await stateOf(others[0]?.url ?? '')).meta.inventory.state).toBe('complete');
  for (const replica of others) expect(await statusWith(replica, cookie)).toBe(200);
  const [first] = leadershipIn(leader);
  expect(first).toMatchObject({ msg: 'leads' });
  const logged = others.flatMap(leadershipIn);
  expect(logged, 'another one, in a later term').toEqual([{ msg: 'leads', term: expect.any(Number) }]);
  expect(logged[0]?.term).toBeGreaterThan(first?.term ?? Number.POSITIVE_INFINITY);
});

/** Starts two replicas that read this many monitors every second. */
async function startTwo(replicaSet: typeof startReplicas, monitors: number) {
  const set = await replicaSet({
    count: 2,
    api: { monitors, limits: plenty },
    env: { ...withInfo, SIGHTLINE_REFRESH_MIN_SECONDS: '1' },
  });
  await waitForAll(set.replicas);
  const { leader, others } = await leaderOf(set.replicas);
  const [other] = others;
  if (!other) throw new Error('two replicas');
  return { set, referenceApi: set.referenceApi, leader, other };
}

test('row 65: a leader that was stopped in the middle of a crawl for longer than its lease does not lead any more and replaces no newer data; a leader that ends hands over at once', async ({
  replicaSet,
}) => {
  const { set, referenceApi, leader, other } = await startTwo(replicaSet, 120);
  // The leader has read the first page, and receives the second when it continues.
  referenceApi.api.inject({ kind: 'delay', ms: 4_000, url_contains: 'page=2' });
  const before = referenceApi.requests();
  await expect
    .poll(() => metaOf(leader).then(() => referenceApi.requests()), { interval: 20 })
    .toBeGreaterThanOrEqual(before + 2);
  leader.signal('SIGSTOP');
  referenceApi.api.clearFaults();
  const [first] = referenceApi.api.organization().monitors();
  referenceApi.api.organization().editMonitor(first?.monitor_uuid ?? '', { name: 'Renamed meanwhile' });
  await expect.poll(async () => (await replicaInfo(other)).leads).toBe(true);
  const names = async (replica: { url: string }) =>
    (await readAll(replica, 'sort=name')).map(({ name }) => name);
  await expect.poll(() => metaOf(other).then(() => names(other))).toContain('Renamed meanwhile');
  leader.signal('SIGCONT');
  await expect.poll(async () => (await replicaInfo(leader)).leads).toBe(false);
  await expect.poll(() => leadershipIn(leader).map(({ msg }) => msg)).toEqual(['leads', 'no longer leads']);
  await expect.poll(() => names(leader)).toContain('Renamed meanwhile');
  expect((await replicaInfo(other)).leads).toBe(true);
  expect(await names(other)).toContain('Renamed meanwhile');
  const lease = async () => (await query(set.databaseUrl, 'SELECT holder, expires_at FROM lease'))[0];
  const held = await lease();
  expect(await other.stop()).toBe(0);
  const given = await lease();
  const isGivenUp = Number(given?.expires_at) < Number(held?.expires_at) || given?.holder !== held?.holder;
  expect(isGivenUp, 'it gives the lease up, which otherwise lapses later').toBe(true);
  expect(leadershipIn(other).map(({ msg }) => msg)).toEqual(['leads', 'no longer leads']);
  await expect.poll(async () => (await replicaInfo(leader)).leads).toBe(true);
  expect(await names(leader)).toContain('Renamed meanwhile');
  const terms = [...leadershipIn(leader), ...leadershipIn(other)].filter(({ msg }) => msg === 'leads');
  expect(new Set(terms.map(({ term }) => term)).size, 'each term is of one replica').toBe(3);
});
