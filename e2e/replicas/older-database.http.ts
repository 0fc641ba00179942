/** @module-tag deep */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startPostgres } from '../../lib/demo/postgres-server.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import type { Product } from '../support/products/product.ts';
import { plenty } from '../support/products/stack.ts';
import {
  signedIn,
  statusWith,
  waitForCompleteInventoryAs,
  withPassword,
} from '../support/sign-in/password.ts';

test('row 41: after the database was restored from an older copy, an older list replaces no newer one, and no change is repeated', {
  tags: 'nightly',
}, async ({ replicaSet, onTestFinished }) => {
  const database = await startPostgres();
  onTestFinished(database.remove);
  const { referenceApi, replicas } = await replicaSet({
    server: database,
    api: { monitors: 120, limits: plenty },
    env: { ...withPassword, SIGHTLINE_REFRESH_MIN_SECONDS: '2' },
  });
  const [one] = replicas;
  if (!one) throw new Error('no replica');
  const cookie = await signedIn(one);
  const read = async ({ url }: Product, path: string) => {
    const headers = { Cookie: cookie, 'sightline-refresh': 'on' };
    const { status, text } = await ask(`${url}${path}`, { headers });
    return { status, body: JSON.parse(text) };
  };
  const organization = referenceApi.api.organization();
  const uuid = organization.monitors()[0]?.monitor_uuid ?? '';
  const nameOn = async (replica: Product) =>
    (await read(replica, `/api/monitors?q=${uuid}`)).body.data?.[0]?.name;
  const namesIn = async (replica: Product): Promise<unknown[] | undefined> =>
    (await read(replica, '/api/changes')).body.data?.map(
      (change: { fields: { name: { after: string } } }) => change.fields.name.after,
    );
  const degraded = async (replica: Product) =>
    (await read(replica, '/api/monitors?per_page=1')).body.meta?.degraded?.code ?? null;
  for (const replica of replicas) await waitForCompleteInventoryAs(replica, { Cookie: cookie });
  await expect
    .poll(async () => (await read(one, '/api/changes')).body.meta?.observed_from ?? null)
    .not.toBeNull();
  organization.editMonitor(uuid, { name: 'In the copy' });
  for (const replica of replicas) await expect.poll(() => namesIn(replica)).toEqual(['In the copy']);

  const folder = mkdtempSync(join(tmpdir(), 'sightline-copy-'));
  const replace = (from: string, to: string) => {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  };
  await database.stop('SIGINT');
  replace(database.folder, join(folder, 'data'));
  await database.start();
  for (const replica of replicas) await expect.poll(() => degraded(replica)).toBeNull();
  organization.editMonitor(uuid, { name: 'Not in the copy' });
  for (const replica of replicas) await expect.poll(() => nameOn(replica)).toBe('Not in the copy');
  await expect.poll(() => namesIn(one)).toEqual(['Not in the copy', 'In the copy']);

  await database.stop('SIGINT');
  for (const replica of replicas) {
    await expect.poll(() => degraded(replica)).toBe('storage_unreachable');
    expect(await nameOn(replica), 'served from memory').toBe('Not in the copy');
  }
  replace(join(folder, 'data'), database.folder);
  await database.start();
  const seen = new Set<unknown>();
  for (const replica of replicas) {
    await expect
      .poll(async () => {
        seen.add(await nameOn(replica));
        return degraded(replica);
      })
      .toBeNull();
  }
  // The next crawl is recorded in the restored database.
  organization.editMonitor(uuid, { name: 'Afterwards' });
  for (const replica of replicas) {
    await expect
      .poll(async () => {
        const name = await nameOn(replica);
        seen.add(name);
        return name;
      })
      .toBe('Afterwards');
    expect(await statusWith(replica, cookie), 'the session was in the copy').toBe(200);
  }
  expect([...seen], 'an older list replaces no newer one').not.toContain('In the copy');
  await expect.poll(async () => (await namesIn(one))?.[0]).toBe('Afterwards');
  const told = (await namesIn(one)) ?? [];
  expect(told.at(-1)).toBe('In the copy');
  expect(new Set(told).size, 'no change is told twice').toBe(told.length);
  rmSync(folder, { recursive: true });
});
