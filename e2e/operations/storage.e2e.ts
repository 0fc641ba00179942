import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { fillableDisk, keepIn, newDirectory, turnDisk } from '../support/kept.ts';
import { ask, readAll, readDetail, readList, untilRead } from '../support/read.ts';
import { openLive } from '../support/screen.ts';

const still = { monitors: 120, alive: false };
const everything = 'sort=name';

/** What the usage page says of the store, under the figures that it has all the same. */
async function expectSaid(page: Page, url: string, words: string): Promise<void> {
  await page.goto(`${url}/usage`);
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
}

/** Somebody wants it every second, so that the next crawl is not far. */
const wish = (url: string) =>
  ask(`${url}/api/monitors`, { headers: { 'sightline-refresh': '1' } }).then(({ text }) => JSON.parse(text));

/** Why nothing is kept, as the interface says it. */
const problem = (url: string) =>
  ask(`${url}/api/usage`).then(({ text }) => JSON.parse(text).data.storage.problem);

test('after a restart the list and visited monitors are there at once, with their age, upstream dead', async ({
  page,
}) => {
  const { api, start } = await keepIn(newDirectory(), still);
  const [visited] = api.api.organization().monitors();
  const path = `/api/monitors/${visited?.monitor_uuid}`;
  const first = await start();
  await untilRead(first);
  const [rows, detail] = [await readAll(first, everything), await readDetail(first.url + path)];
  const { meta } = await readList(first);
  await first.stop();
  await api.close();

  const second = await start();
  const list = await readList(second);
  expect(list.meta).toMatchObject({ as_of: meta.as_of, inventory: { state: 'complete', read: 120 } });
  expect(await readAll(second, everything)).toEqual(rows);
  expect(await readDetail(second.url + path)).toEqual(detail);
  expect((await ask(`${second.url}/api/health?ready=1`)).status).toBe(200);
  await expect.poll(async () => (await wish(second.url)).meta.degraded?.code).toBe('upstream_unreachable');
  await openLive(page, `${second.url}/usage`);
  await expect(page.getByRole('status').filter({ hasText: 'from memory' })).toHaveCount(0);
  await second.stop();
});

test('row 37: a data directory that cannot be written is said on the usage page and in the log', async ({
  page,
}) => {
  // Below a file no folder can be made, whoever asks: root may write everywhere else.
  const file = join(newDirectory(), 'file');
  writeFileSync(file, '');
  const { api, start } = await keepIn(join(file, 'data'), still);
  const product = await start();
  await untilRead(product);
  await expectSaid(page, product.url, 'The data directory cannot be written.');
  expect(product.logs()).toContain('"problem":"read_only"');
  expect(await readAll(product, everything)).toHaveLength(120);
  await product.stop();
  await api.close();
});

test('row 37: what was kept in a directory that cannot be written any more is served all the same', async ({
  page,
}) => {
  const { api, start, directory } = await keepIn(newDirectory(), still);
  const first = await start();
  await untilRead(first);
  const rows = await readAll(first, everything);
  await first.stop();
  await api.close();
  mkdirSync(join(directory, 'sightline.sqlite-wal'));
  const second = await start();
  expect(await readAll(second, everything)).toEqual(rows);
  await expectSaid(page, second.url, 'The data directory cannot be written.');
  await second.stop();
});

test('row 37: a full disk is said until there is room, and costs nothing that was kept', async ({ page }) => {
  const { api, start } = await keepIn(newDirectory(), still);
  const first = await start(fillableDisk);
  await untilRead(first);
  const rows = await readAll(first, everything);
  await expect.poll(() => problem(first.url)).toBeNull();
  await turnDisk(first, 'full');
  await expect.poll(() => wish(first.url).then(() => problem(first.url))).toBe('full');
  await expectSaid(page, first.url, 'The disk is full.');
  expect(first.logs()).toContain('"problem":"full"');
  expect(await readAll(first, everything)).toEqual(rows);

  await turnDisk(first, 'roomy');
  await expect.poll(() => wish(first.url).then(() => problem(first.url)), { timeout: 20_000 }).toBeNull();
  await openLive(page, `${first.url}/usage`);
  await expect(page.getByRole('status').filter({ hasText: 'The disk is full.' })).toHaveCount(0);
  await turnDisk(first, 'full');
  await first.kill();
  await api.close();

  const second = await start();
  expect((await readList(second)).meta.inventory).toMatchObject({ state: 'complete', read: 120 });
  expect(await readAll(second, everything)).toEqual(rows);
  await second.stop();
});

test('row 37: a damaged file is set aside, which is said, and all is read anew', async ({ page }) => {
  const { api, start, directory } = await keepIn(newDirectory(), still);
  writeFileSync(join(directory, 'sightline.sqlite'), 'this is no database'.repeat(1000));
  const product = await start();
  await untilRead(product);
  await expectSaid(page, product.url, 'The data file was damaged, or of another version.');
  expect(product.logs()).toContain('the data file could not be used');
  await product.stop();
  await api.close();
});

test('two that were given one data directory: the second runs from memory and says so', async ({ page }) => {
  const { api, start } = await keepIn(newDirectory(), still);
  const first = await start();
  const second = await start();
  await untilRead(second);
  await expectSaid(page, second.url, 'Another process has the data directory.');
  await Promise.all([first.stop(), second.stop()]);
  await api.close();
});

test('row 35: asked to end while upstream hangs, it does so in time, with the store closed', async () => {
  const { api, start, directory } = await keepIn(newDirectory(), still);
  const product = await start();
  await untilRead(product);
  api.api.inject({ kind: 'delay', ms: 60_000 });
  const [monitor] = api.api.organization().monitors();
  const before = api.requests();
  const hanging = ask(`${product.url}/api/monitors/${monitor?.monitor_uuid}`).catch(() => null);
  await expect.poll(() => api.requests()).toBeGreaterThan(before);
  const asked = performance.now();
  expect(await product.stop()).toBe(0);
  // Five seconds for those under way, and a moment to close.
  expect(performance.now() - asked).toBeLessThan(7000);
  await hanging;
  // A journal is left only by a store that was not closed.
  expect(readdirSync(directory)).toEqual(['sightline.sqlite']);
  await api.close();
});

test("row 21: started with another organization's key, nothing of before is shown", async () => {
  const { api, start } = await keepIn(newDirectory(), still);
  const first = await start();
  await untilRead(first);
  await first.stop();
  await api.close();
  const other = await start({ MONITOR_API_KEY: 'sk-of-another-organization' });
  await expect.poll(async () => (await ask(`${other.url}/api/monitors`)).status).toBe(502);
  expect((await ask(`${other.url}/api/health?ready=1`)).status).toBe(503);
  await other.stop();
  const again = await start();
  await expect.poll(async () => (await ask(`${again.url}/api/monitors`)).status).toBe(502);
  await again.stop();
});

test('row 34: killed and started again and again, it reads no more often than it may', async () => {
  const { api, start } = await keepIn(newDirectory(), still);
  const first = await start({ SIGHTLINE_REFRESH_MIN_SECONDS: '3600' });
  await untilRead(first);
  await first.kill();
  const requests = api.requests();
  for (let life = 0; life < 5; life += 1) {
    const product = await start({ SIGHTLINE_REFRESH_MIN_SECONDS: '3600' });
    expect((await readList(product)).meta.inventory).toMatchObject({ state: 'complete', read: 120 });
    const { data } = JSON.parse((await ask(`${product.url}/api/usage`)).text);
    expect(data.spent_here.inventory, 'what was spent before is remembered').toBe(requests);
    await product.kill();
  }
  expect(api.requests()).toBe(requests);
  await api.close();
});
