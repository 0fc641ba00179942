import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { jsonAnswer, startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { test } from '../support/fixtures.ts';
import { launchProduct, type Product, readsFrom, startProduct } from '../support/product.ts';
import { ask, readAll, readDetail, readList, requestRefresh, untilRead } from '../support/read.ts';
import { openLive } from '../support/screen.ts';
import {
  fillableDisk,
  newDirectory,
  setDiskState,
  startSharedDirectory,
} from '../support/shared-data-directory.ts';

const still = { monitors: 120 };
const everything = 'sort=name';

/** What the usage page says of the store, under the figures that it has all the same. */
async function expectSaid(page: Page, url: string, words: string): Promise<void> {
  await page.goto(`${url}/usage`);
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
}

/** Asks for fresh data, and reads the answer. */
const readAgain = async (product: Product) => JSON.parse((await requestRefresh(product)).text);

/** Why nothing is kept, as the interface says it. */
const problem = (url: string) =>
  ask(`${url}/api/usage`).then(({ text }) => JSON.parse(text).data.storage.problem);

test('after a restart the list and visited monitors are there at once, with their age, upstream dead', async ({
  page,
}) => {
  const { api, start } = await startSharedDirectory(newDirectory(), still);
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
  await expect.poll(async () => (await readAgain(second)).meta.degraded?.code).toBe('upstream_unreachable');
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
  const { api, start } = await startSharedDirectory(join(file, 'data'), still);
  const product = await start();
  await untilRead(product);
  await expectSaid(page, product.url, 'The data directory is not writable.');
  expect(product.logs()).toContain('"problem":"read_only"');
  expect(await readAll(product, everything)).toHaveLength(120);
  await product.stop();
  await api.close();
});

test('row 37: what was kept in a directory that cannot be written any more is served all the same', async ({
  page,
}) => {
  const { api, start, directory } = await startSharedDirectory(newDirectory(), still);
  const first = await start();
  await untilRead(first);
  const rows = await readAll(first, everything);
  await first.stop();
  await api.close();
  mkdirSync(join(directory, 'sightline.sqlite-wal'));
  const second = await start();
  expect(await readAll(second, everything)).toEqual(rows);
  await expectSaid(page, second.url, 'The data directory is not writable.');
  await second.stop();
});

test('row 37: a full disk is said until there is room, and costs nothing that was kept', async ({ page }) => {
  const { api, start } = await startSharedDirectory(newDirectory(), still);
  const first = await start(fillableDisk);
  await untilRead(first);
  const rows = await readAll(first, everything);
  await expect.poll(() => problem(first.url)).toBeNull();
  await setDiskState(first, 'full');
  await expect.poll(() => requestRefresh(first).then(() => problem(first.url))).toBe('full');
  await expectSaid(page, first.url, 'The disk is full.');
  expect(first.logs()).toContain('"problem":"full"');
  expect(await readAll(first, everything)).toEqual(rows);

  await setDiskState(first, 'roomy');
  await expect
    .poll(() => requestRefresh(first).then(() => problem(first.url)), { timeout: 20_000 })
    .toBeNull();
  await openLive(page, `${first.url}/usage`);
  await expect(page.getByRole('status').filter({ hasText: 'The disk is full.' })).toHaveCount(0);
  await setDiskState(first, 'full');
  await first.kill();
  await api.close();

  const second = await start();
  expect((await readList(second)).meta.inventory).toMatchObject({ state: 'complete', read: 120 });
  expect(await readAll(second, everything)).toEqual(rows);
  await second.stop();
});

test('row 37: a damaged file is set aside, which is said, and all is read anew', async ({ page }) => {
  const { api, start, directory } = await startSharedDirectory(newDirectory(), still);
  writeFileSync(join(directory, 'sightline.sqlite'), 'this is no database'.repeat(1000));
  const product = await start();
  await untilRead(product);
  await expectSaid(page, product.url, 'The data file was damaged, or of another version.');
  expect(product.logs()).toContain('the data file was unusable');
  await product.stop();
  await api.close();
});

test('two that were given one data directory: the second runs from memory and says so', async ({ page }) => {
  const { api, start } = await startSharedDirectory(newDirectory(), still);
  const first = await start();
  const second = await start();
  await untilRead(second);
  await expectSaid(page, second.url, 'Another process uses the data directory.');
  await Promise.all([first.stop(), second.stop()]);
  await api.close();
});

test('row 35: asked to end while upstream hangs and a caller takes no answer, it ends, with the store closed', async () => {
  test.slow();
  const { api, start, directory } = await startSharedDirectory(newDirectory(), still);
  const product = await start();
  await untilRead(product);
  api.api.inject({ kind: 'delay', ms: 600_000 });
  const [monitor] = api.api.organization().monitors();
  const before = api.requests();
  const hanging = ask(`${product.url}/api/monitors/${monitor?.monitor_uuid}`).catch(() => null);
  await expect.poll(() => api.requests()).toBeGreaterThan(before);
  const caller = await askWithoutReading(product.url);
  // Neither would end by itself: that it ends at all shows that it waits for nobody for ever.
  expect(await product.stop()).toBe(0);
  caller.destroy();
  await hanging;
  // A journal is left only by a store that was not closed.
  expect(readdirSync(directory)).toEqual(['sightline.sqlite']);
  await api.close();
});

/** Asks for far more than any buffer takes, begins to read the answers and then reads no more. */
async function askWithoutReading(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  // It is cut off in the end.
  socket.on('error', () => undefined);
  socket.write('GET /api/monitors/export?format=json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1000));
  await once(socket, 'data');
  socket.pause();
  return socket;
}

test("row 21: started with another organization's key, no answer from the first on shows anything of before", async () => {
  const { api, start } = await startSharedDirectory(newDirectory(), still);
  const monitors = api.api.organization().monitors();
  const visited = `/api/monitors/${monitors[0]?.monitor_uuid}`;
  const first = await start();
  await untilRead(first);
  await readDetail(first.url + visited);
  const before = JSON.parse((await ask(`${first.url}/api/usage`)).text).data;
  expect(before.daily.limit, 'there is something to tell').toBeGreaterThan(0);
  await first.stop();
  await api.close();

  const paths = ['/api/monitors', '/monitors', '/api/monitors/export?format=json', visited, '/api/usage'];
  // Nor is it there for the first organization again: what belonged to it has gone.
  for (const env of [{ MONITOR_API_KEY: 'sk-of-another-organization' }, {}]) {
    const product = await start(env);
    let status = 0;
    while (status !== 502) {
      const answers = await Promise.all(paths.map((path) => ask(product.url + path)));
      const text = answers.map((answer) => answer.text).join('\n');
      const shown = monitors.filter(({ name, target }) => text.includes(name) || text.includes(target));
      expect(shown.slice(0, 3), 'monitors of before').toEqual([]);
      const usage = JSON.parse(answers.at(-1)?.text ?? '').data;
      expect(usage.daily.limit, 'the quota of before').toBeNull();
      status = answers[0]?.status ?? 0;
    }
    expect((await ask(`${product.url}/api/health?ready=1`)).status).toBe(503);
    await product.stop();
  }
});

test('row 34: killed and started again and again, it reads no more often than it may', async () => {
  const { api, start } = await startSharedDirectory(newDirectory(), still);
  const first = await start({ SIGHTLINE_REFRESH_MIN_SECONDS: '3600' });
  await untilRead(first);
  await first.kill();
  const requests = api.requests();
  for (let life = 0; life < 3; life += 1) {
    const product = await start({ SIGHTLINE_REFRESH_MIN_SECONDS: '3600' });
    expect((await readList(product)).meta.inventory).toMatchObject({ state: 'complete', read: 120 });
    const { data } = JSON.parse((await ask(`${product.url}/api/usage`)).text);
    expect(data.spent_here.inventory, 'what was spent before is remembered').toBe(requests);
    await product.kill();
  }
  expect(api.requests()).toBe(requests);
  await api.close();
});

/** The first of three pages. */
const pageOfMany = {
  data: Array.from({ length: 100 }, (_, index) => wireRow(index + 1)),
  pagination: { page: 1, per_page: 100, total: 300, total_pages: 3 },
};

/**
 * Starts a product over and over on one data directory and kills it as soon as its first crawl asks for this page, which
 * is never answered; or, where it asks for nothing, once it has said that nothing has been read.
 */
async function crashLoop(page: number, lives: number) {
  let reached = () => {};
  const upstream = await startScriptedUpstream(({ target }) => {
    if (!target.includes(`page=${page}&`)) return jsonAnswer(200, pageOfMany);
    reached();
    return [];
  });
  const env = {
    ...readsFrom({ baseUrl: upstream.baseUrl, apiKey: 'key' }),
    SIGHTLINE_DATA_DIR: newDirectory(),
    SIGHTLINE_REFRESH_MIN_SECONDS: '3600',
  };
  for (let life = 0; life < lives; life += 1) {
    const product = launchProduct({ env });
    const asked = new Promise<void>((resolve) => {
      reached = resolve;
    });
    await Promise.race([asked, product.url.then((url) => ask(`${url}/api/monitors`))]);
    await product.kill();
  }
  const last = await startProduct({ env });
  const { data } = JSON.parse((await ask(`${last.url}/api/usage`)).text);
  await last.stop();
  await upstream.close();
  return { sent: upstream.requests.map(({ target }) => target), remembered: data.spent_here.inventory };
}

test('row 34: killed in the middle of its first crawl, again and again, it asks no more often than it may', async () => {
  test.slow();
  const { sent, remembered } = await crashLoop(2, 3);
  // One crawl an hour: no page is asked for a second time.
  expect(sent).toEqual([...new Set(sent)]);
  expect(remembered, 'what was spent before').toBeGreaterThanOrEqual(sent.length);
});

test('row 34: killed at the first request it sends, it does not send it again', async () => {
  test.slow();
  // Several times, for a record that is written too late may be written in time by luck.
  for (let time = 0; time < 3; time += 1) {
    const { sent, remembered } = await crashLoop(1, 1);
    expect({ sent: sent.length, remembered }).toEqual({ sent: 1, remembered: 1 });
  }
});
