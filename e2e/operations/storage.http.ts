import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  ask,
  readAll,
  readDetail,
  readList,
  requestRefresh,
  waitForCompleteInventory,
} from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import {
  fillableDisk,
  newDirectory,
  setDiskState,
  startSharedDirectory,
  staticMonitors,
} from '../support/products/shared-data-directory.ts';
import { readsOnce } from '../support/products/stack.ts';

const everything = 'sort=name';

/** Whether a page of the product has these words. A failed test does not print the page. */
const pageHas = async (url: string, words: string) => (await ask(url)).text.includes(words);

const storage = (url: string) => ask(`${url}/api/usage`).then(({ text }) => JSON.parse(text).data.storage);

/** Returns the reason why data is not stored, according to the API. */
const problem = (url: string) => storage(url).then((described) => described.problem);

test('after a restart with upstream down, list and visited monitors are served at once, with their age', async () => {
  const { api, start, directory } = await startSharedDirectory(newDirectory(), staticMonitors);
  const [visited] = api.api.organization().monitors();
  const path = `/api/monitors/${visited?.monitor_uuid}`;
  const first = await start(readsOnce);
  await waitForCompleteInventory(first);
  const [rows, detail] = [await readAll(first, everything), await readDetail(first.url + path)];
  const { meta } = await readList(first);
  expect(await first.stop()).toBe(0);
  expect(readdirSync(directory), 'a store that is not closed leaves its WAL file').toEqual(['sightline.db']);
  await api.close();

  const second = await start();
  const list = await readList(second);
  expect(list.meta).toMatchObject({ as_of: meta.as_of, inventory: { state: 'complete', read: 120 } });
  expect(await readAll(second, everything)).toEqual(rows);
  expect(await readDetail(second.url + path)).toEqual(detail);
  expect((await ask(`${second.url}/api/health?ready=1`)).status).toBe(200);
  await expect
    .poll(async () => JSON.parse((await requestRefresh(second)).text).meta.degraded?.code)
    .toBe('upstream_unreachable');
  expect(await storage(second.url)).toMatchObject({ problem: null, set_aside: null });
  await second.stop();
});

test('row 37, row 86: a full disk is reported until there is space, and no stored data is lost', {
  tags: 'deep',
}, async () => {
  const { api, start } = await startSharedDirectory(newDirectory(), staticMonitors);
  const token = 'metrics-0123456789';
  const first = await start({ ...fillableDisk, SIGHTLINE_METRICS_TOKEN: token });
  await waitForCompleteInventory(first);
  const rows = await readAll(first, everything);
  await expect.poll(() => problem(first.url)).toBeNull();
  await setDiskState(first, 'full');
  await expect
    .poll(() => requestRefresh(first).then(() => storage(first.url)))
    .toMatchObject({ problem: 'full', since: expect.any(String) });
  expect(await pageHas(`${first.url}/usage`, 'The disk with the data directory is full.')).toBe(true);
  const metrics = await ask(`${first.url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(metrics.text).toMatch(/^sightline_store_failing 1$/m);
  expect(await pageHas(`${first.url}/changes`, 'Changes are not being saved.')).toBe(true);
  await expect.poll(() => first.logs()).toContain('"problem":"full"');
  expect(await readAll(first, everything)).toEqual(rows);

  await setDiskState(first, 'roomy');
  await expect
    .poll(() => requestRefresh(first).then(() => storage(first.url)))
    .toMatchObject({ problem: null, since: null });
  await expect
    .poll(() =>
      requestRefresh(first).then(() => pageHas(`${first.url}/changes`, 'Changes are not being saved.')),
    )
    .toBe(false);
  expect(await pageHas(`${first.url}/usage`, 'The disk with the data directory is full.')).toBe(false);
  await setDiskState(first, 'full');
  await first.kill();
  await api.close();

  const second = await start();
  expect((await readList(second)).meta.inventory).toMatchObject({ state: 'complete', read: 120 });
  expect(await readAll(second, everything)).toEqual(rows);
  await second.stop();
});

test('row 37: a damaged file is set aside and reported, and all monitors are read again', {
  tags: 'deep',
}, async () => {
  const { api, start, directory } = await startSharedDirectory(newDirectory(), staticMonitors);
  writeFileSync(join(directory, 'sightline.db'), 'this is no database'.repeat(1000));
  const product = await start();
  await waitForCompleteInventory(product);
  expect(await pageHas(`${product.url}/usage`, 'The data file was damaged.')).toBe(true);
  await expect.poll(() => product.logs()).toContain('stored data was set aside');
  const { name } = (await storage(product.url)).set_aside;
  expect(readFileSync(join(directory, name), 'utf8'), 'renamed, not deleted').toMatch(/^this is no database/);
  await product.stop();
  await api.close();
});

test('data of version 1.0.0 is left alone, which the log says once', { tags: 'deep' }, async () => {
  const directory = newDirectory();
  const former = ['sightline.sqlite', 'sightline.sqlite-wal', 'history.sqlite'];
  for (const name of former) writeFileSync(join(directory, name), `data of ${name}`);
  const { api, start } = await startSharedDirectory(directory, staticMonitors);
  const product = await start();
  await waitForCompleteInventory(product);
  expect(product.logs().match(/data of version 1 of Sightline is left alone/g)).toHaveLength(1);
  expect(await problem(product.url)).toBeNull();
  await product.stop();
  for (const name of former) expect(readFileSync(join(directory, name), 'utf8')).toBe(`data of ${name}`);
  expect(readdirSync(directory).sort()).toEqual([...former, 'sightline.db'].sort());
  await api.close();
});
