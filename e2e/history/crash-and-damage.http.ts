/** @module-tag deep */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { z } from 'zod';
import { changeListSchema, changeSchema } from '../../lib/contract/changes.ts';
import { ask, readList, requestRefresh, waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import {
  killedWhileStoring,
  newDirectory,
  startSharedDirectory,
} from '../support/products/shared-data-directory.ts';

const FILE = 'sightline.db';
const MONITORS = 1000;

const check = (last_status: 'up' | 'down', at: number) => ({
  last_status,
  last_check_at: new Date(at).toISOString(),
});

async function changesOf(product: { url: string }) {
  const { text, status } = await ask(`${product.url}/api/changes`);
  expect(status, text).toBe(200);
  return changeListSchema.parse(JSON.parse(text));
}

async function exported(product: { url: string }) {
  const { text } = await ask(`${product.url}/api/changes/export?format=json`);
  return z.array(changeSchema).parse(JSON.parse(text));
}

/** Returns the number of changes in the database of a killed process. */
function storedChanges(directory: string): number {
  const copy = join(newDirectory(), FILE);
  for (const suffix of ['', '-wal']) {
    if (existsSync(join(directory, FILE + suffix)))
      copyFileSync(join(directory, FILE + suffix), copy + suffix);
  }
  const db = new DatabaseSync(copy);
  const { n } = z.object({ n: z.number() }).parse(db.prepare('SELECT count(*) AS n FROM change').get());
  db.close();
  return n;
}

test('row 85: when a process is killed while it stores a large crawl, no change is lost, and the next process repeats none', async () => {
  const { api, directory, start } = await startSharedDirectory(newDirectory(), { monitors: MONITORS });
  const organization = api.api.organization();
  const monitors = organization.monitors().filter(({ is_active }) => is_active);
  const before = Date.now();
  for (const { monitor_uuid, updated_at } of monitors) {
    // With long intervals no monitor becomes overdue during the test.
    organization.editMonitor(monitor_uuid, { ...check('up', before), interval: 86_400, updated_at });
  }
  const first = await start(killedWhileStoring);
  await waitForCompleteInventory(first);
  await expect.poll(async () => (await changesOf(first)).meta.observed_from).not.toBeNull();
  expect(await exported(first), 'the first crawl shows no changes').toEqual([]);

  const failedAt = Date.now();
  for (const { monitor_uuid, updated_at } of monitors) {
    organization.editMonitor(monitor_uuid, { ...check('down', failedAt), updated_at });
  }
  await requestRefresh(first);
  await first.exited;
  expect(storedChanges(directory), 'a crawl is stored as a whole, or not at all').toBe(0);

  const second = await start();
  await expect
    .poll(async () => {
      await requestRefresh(second);
      return (await exported(second)).length;
    })
    .toBe(monitors.length);
  const changes = await exported(second);
  expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['down']));
  expect(new Set(changes.map(({ monitor }) => monitor.monitor_uuid)).size).toBe(monitors.length);
  for (const { from, to } of changes) {
    expect(Date.parse(from)).toBeLessThanOrEqual(failedAt);
    expect(Date.parse(to)).toBeGreaterThanOrEqual(failedAt);
  }
  await second.stop();
  await api.close();
});

test('row 86: a file that is damaged after its first pages is set aside at the start, and a new one is created', async () => {
  const { api, directory, start } = await startSharedDirectory(newDirectory(), { monitors: 120 });
  const first = await start();
  await waitForCompleteInventory(first);
  await expect.poll(async () => (await changesOf(first)).meta.observed_from).not.toBeNull();
  await first.stop();
  const file = join(directory, FILE);
  const bytes = readFileSync(file);
  // Damages everything after the first 16 KiB. SQLite can still open the file.
  bytes.fill(0xab, 16_384);
  writeFileSync(file, bytes);

  const second = await start();
  await waitForCompleteInventory(second);
  expect((await readList(second)).meta.inventory).toMatchObject({ state: 'complete', read: 120 });
  expect((await changesOf(second)).data).toEqual([]);
  expect((await ask(`${second.url}/changes`)).status).toBe(200);
  const { problem, set_aside } = JSON.parse((await ask(`${second.url}/api/usage`)).text).data.storage;
  expect(problem).toBeNull();
  expect(set_aside.reason).toBe('damaged');
  expect(readFileSync(join(directory, set_aside.name)).equals(bytes), 'renamed, not deleted').toBe(true);
  await expect
    .poll(async () => {
      await requestRefresh(second);
      return (await changesOf(second)).meta.observed_from;
    })
    .not.toBeNull();
  await second.stop();
  await api.close();
});
