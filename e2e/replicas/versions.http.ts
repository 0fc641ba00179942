/** @module-tag deep */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import type { Product } from '../support/products/product.ts';
import { plenty } from '../support/products/stack.ts';
import { readTables } from '../support/replicas/database-contents.ts';
import { startFaultProxy } from '../support/replicas/fault-proxy.ts';
import type { ReplicaSet } from '../support/replicas/replicas.ts';
import { signedIn, withPassword } from '../support/sign-in/password.ts';

/** Sends a request as a user whose refresh is off. */
function askAs(replica: Product, path: string, cookie: string, method = 'GET') {
  const headers = {
    Cookie: cookie,
    Origin: replica.url,
    'Sec-Fetch-Site': 'same-origin',
    'sightline-refresh': 'off',
  };
  return ask(`${replica.url}${path}`, { method, headers });
}

const statusOf = async (replica: Product, cookie: string) =>
  (await askAs(replica, '/api/monitors?per_page=1', cookie)).status;

/** Waits until a replica has the whole list. */
async function waitForList(replica: Product, cookie: string): Promise<void> {
  const list = async () => (await askAs(replica, '/api/monitors?per_page=1', cookie)).text;
  await expect.poll(list).toContain('"state":"complete"');
}

/** Returns the records that the log reports as left alone. */
const recordsLeftAlone = (replica: Product) =>
  replica
    .logs()
    .split('\n')
    .filter((line) => line.includes('left a stored record of another version alone'))
    .map((line): string => JSON.parse(line).record)
    .toSorted();

const leftAlone = ['access', 'crawl', 'ledger', 'snapshot'];

/** Exchanges the versions 0 to 4 of all stored records for 5 to 9, and back. */
const withOtherVersions = (text: string) =>
  text.replaceAll(
    /("version":)(\d)/g,
    (_, name: string, version: string) => `${name}${(Number(version) + 5) % 10}`,
  );

/** Whether a table has only momentary state, such as running replicas and sessions. */
const isMomentary = (table: string) =>
  ['lease', 'rate_limit', 'replica', 'request', 'session'].includes(table);

/** Returns the rows of each table that the replicas have stored. */
async function storedRecords({ databaseUrl }: ReplicaSet): Promise<Record<string, string[]>> {
  const tables = [...(await readTables(databaseUrl))].filter(([name]) => !isMomentary(name));
  const text = (row: readonly Buffer[]) => row.map((value) => value.toString('base64')).join(' ');
  return Object.fromEntries(tables.map(([name, rows]) => [name, rows.map(text).sort()]));
}

/** Returns the stored rows once a crawl's last writes are done: the rows must be the same half a second later. */
async function settledRecords(set: ReplicaSet): Promise<Record<string, string[]>> {
  let records = await storedRecords(set);
  const isSettled = async () => {
    const earlier = records;
    records = await storedRecords(set);
    return isDeepStrictEqual(records, earlier);
  };
  await expect.poll(isSettled, { interval: 500 }).toBe(true);
  return records;
}

/**
 * Starts two replicas, which read the list and record a change, and a third one behind a proxy. The proxy changes
 * version numbers, so that the third replica seems to have another version.
 */
async function startTwoVersions(replicaSet: (setup: object) => Promise<ReplicaSet>) {
  const set = await replicaSet({
    count: 2,
    api: { monitors: 120, limits: plenty },
    env: { ...withPassword, SIGHTLINE_REFRESH_MIN_SECONDS: '2' },
  });
  const { referenceApi, databaseUrl } = set;
  const [one, other] = set.replicas;
  if (!one || !other) throw new Error('two replicas');
  const cookie = await signedIn(one);
  for (const replica of set.replicas) await waitForList(replica, cookie);
  const uuid = referenceApi.api.organization().monitors()[0]?.monitor_uuid ?? '';
  const read = async (replica: Product, path: string) =>
    JSON.parse((await askAs(replica, path, cookie)).text);
  const namesIn = async (replica: Product): Promise<unknown[]> =>
    (await read(replica, '/api/changes')).data.map(
      (change: { fields: { name: { after: string } } }) => change.fields.name.after,
    );
  /** Renames a monitor, and waits until the list is read again. */
  const rename = async (replica: Product, name: string) => {
    referenceApi.api.organization().editMonitor(uuid, { name });
    await expect
      .poll(async () => {
        await askAs(replica, '/api/monitors/refresh', cookie, 'POST');
        return (await read(replica, `/api/monitors?q=${uuid}`)).data[0]?.name;
      })
      .toBe(name);
  };
  await rename(one, 'Renamed');
  for (const replica of set.replicas) await expect.poll(() => namesIn(replica)).toEqual(['Renamed']);

  const proxy = await startFaultProxy(databaseUrl, withOtherVersions);
  set.closeLast(proxy);
  const before = { stored: await settledRecords(set), requests: referenceApi.requests() };
  const later = await set.add({ SIGHTLINE_DATABASE_URL: proxy.url });
  const leads = async (replica: Product) => (await read(replica, '/api/usage')).data.replicas.leads;
  return { set, one, other, later, cookie, before, read, namesIn, rename, leads };
}

test('row 68: a joining replica of another version leaves alone what it does not understand, and says so; the others lose nothing', async ({
  replicaSet,
}) => {
  const { set, one, other, later, cookie, before, namesIn, rename, leads } =
    await startTwoVersions(replicaSet);
  const { referenceApi } = set;
  expect(await statusOf(later, cookie), 'signed in, but there is nothing to show').toBe(503);
  await expect.poll(() => recordsLeftAlone(later)).toEqual(leftAlone);
  expect((await ask(`${later.url}/api/health?ready=1`)).status, 'nothing to show').toBe(503);
  expect(await storedRecords(set)).toEqual(before.stored);
  expect(referenceApi.requests()).toBe(before.requests);

  expect(await statusOf(one, await signedIn(later))).toBe(200);
  expect(recordsLeftAlone(one)).toEqual([]);
  await expect.poll(async () => [await leads(one), await leads(other)]).toContain(true);
  const [leader, follower] = (await leads(one)) ? [one, other] : [other, one];
  expect(await leader.stop()).toBe(0);
  await expect.poll(() => leads(follower)).toBe(true);
  await rename(follower, 'Renamed again');
  await expect.poll(() => namesIn(follower)).toEqual(['Renamed again', 'Renamed']);
  const stored = await settledRecords(set);
  expect(await later.stop()).toBe(0);
  expect(await storedRecords(set)).toEqual(stored);
  expect(await statusOf(follower, cookie)).toBe(200);
  expect(recordsLeftAlone(later), 'said once').toEqual(leftAlone);
});

test('row 68: after an update of all replicas, and after a downgrade, the list is read again, and no change is lost', {
  tags: 'nightly',
}, async ({ replicaSet }) => {
  const { set, one, other, later, cookie, before, namesIn, rename, leads } =
    await startTwoVersions(replicaSet);
  const { referenceApi } = set;
  // The leader ends last: another one would begin its term with a crawl.
  const [leader, follower] = (await leads(one)) ? [one, other] : [other, one];
  for (const replica of [follower, leader]) expect(await replica.stop()).toBe(0);
  const ownCookie = await signedIn(later);
  // It leads when no other replica does.
  await waitForList(later, ownCookie);
  expect(referenceApi.requests() - before.requests, 'one crawl').toBe(2);

  const back = await set.add();
  expect(await statusOf(back, cookie), 'nothing to show, but still signed in').toBe(503);
  expect(await leads(back)).toBe(false);
  expect(await later.stop()).toBe(0);
  await waitForList(back, cookie);
  expect(await namesIn(back)).toEqual(['Renamed']);
  await rename(back, 'Renamed again');
  await expect.poll(() => namesIn(back)).toEqual(['Renamed again', 'Renamed']);
});
