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

test('row 68: two versions side by side: none writes what another leads, each leads with what it reads itself, and no change is lost', async ({
  replicaSet,
}) => {
  const set = await replicaSet({
    count: 1,
    api: { monitors: 120, limits: plenty },
    env: { ...withPassword, SIGHTLINE_REFRESH_MIN_SECONDS: '2' },
  });
  const { referenceApi, databaseUrl } = set;
  const [one] = set.replicas;
  if (!one) throw new Error('one replica');
  const cookie = await signedIn(one);
  await waitForList(one, cookie);
  const namesIn = async (replica: Product): Promise<unknown[]> =>
    JSON.parse((await askAs(replica, '/api/changes', cookie)).text).data.map(
      (change: { fields: { name: { after: string } } }) => change.fields.name.after,
    );
  /** Renames a monitor, and waits until the change is recorded. */
  const rename = async (replica: Product, ...names: string[]) => {
    const organization = referenceApi.api.organization();
    organization.editMonitor(organization.monitors()[0]?.monitor_uuid ?? '', { name: names[0] ?? '' });
    await expect
      .poll(async () => {
        await askAs(replica, '/api/monitors/refresh', cookie, 'POST');
        return namesIn(replica);
      })
      .toEqual(names);
  };
  await rename(one, 'Renamed');

  // The proxy changes version numbers, so that the replica behind it seems to have another version.
  const proxy = await startFaultProxy(databaseUrl, withOtherVersions);
  set.closeLast(proxy);
  const stored = await settledRecords(set);
  const requests = referenceApi.requests();
  const later = await set.add({ SIGHTLINE_DATABASE_URL: proxy.url });
  expect(await statusOf(later, cookie), 'signed in, but there is nothing to show').toBe(503);
  await expect.poll(() => later.logs()).toContain('ignored a stored record that cannot be parsed');
  expect(await storedRecords(set)).toEqual(stored);
  expect(await statusOf(one, await signedIn(later))).toBe(200);

  expect(await one.stop()).toBe(0);
  await waitForList(later, cookie);
  expect(referenceApi.requests() - requests, 'one crawl').toBe(2);
  const back = await set.add();
  expect(await statusOf(back, cookie), 'nothing to show, but still signed in').toBe(503);
  expect(await later.stop()).toBe(0);
  await waitForList(back, cookie);
  expect(await namesIn(back)).toEqual(['Renamed']);
  await rename(back, 'Renamed again', 'Renamed');
});
