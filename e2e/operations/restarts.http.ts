import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { cheapPasswordHash } from '../../lib/server/auth/password-hash.fixtures.ts';
import { jsonAnswer, startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import {
  ask,
  readAll,
  readDetail,
  readList,
  requestRefresh,
  waitForCompleteInventory,
} from '../support/http/read.ts';
import { removeDeadline } from '../support/preloaded/without-deadline.ts';
import { test } from '../support/products/http-test.ts';
import { launchProduct, type Product, startProduct, upstreamEnv } from '../support/products/product.ts';
import {
  newDirectory,
  startSharedDirectory,
  staticMonitors,
} from '../support/products/shared-data-directory.ts';
import { readsOnce } from '../support/products/stack.ts';
import {
  signedIn,
  statusWith,
  waitForCompleteInventoryAs,
  withPassword,
} from '../support/sign-in/password.ts';

const everything = 'sort=name';

/** Requests fresh data, and parses the response. */
const readAgain = async (product: Product) => JSON.parse((await requestRefresh(product)).text);

test('after a restart with upstream down, list and visited monitors are served at once, with their age', async () => {
  const { api, start } = await startSharedDirectory(newDirectory(), staticMonitors);
  const [visited] = api.api.organization().monitors();
  const path = `/api/monitors/${visited?.monitor_uuid}`;
  const first = await start(readsOnce);
  await waitForCompleteInventory(first);
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
  const { data } = JSON.parse((await ask(`${second.url}/api/usage`)).text);
  expect(data.storage).toMatchObject({ problem: null, set_aside: null });
  await second.stop();
});

test('row 35: on SIGTERM it closes the store and exits, although upstream and a client hang', {
  tags: 'deep',
}, async () => {
  const { api, start, directory } = await startSharedDirectory(newDirectory(), staticMonitors);
  const product = await start();
  await waitForCompleteInventory(product);
  api.api.inject({ kind: 'delay', ms: 600_000 });
  const [monitor] = api.api.organization().monitors();
  const before = api.requests();
  const hanging = ask(`${product.url}/api/monitors/${monitor?.monitor_uuid}`).catch(() => null);
  await expect.poll(() => api.requests()).toBeGreaterThan(before);
  const caller = await askWithoutReading(product.url);
  // Neither request would end by itself, so the exit proves that the product does not wait for them forever.
  expect(await product.stop()).toBe(0);
  caller.destroy();
  await hanging;
  // A store that is not closed leaves its WAL file.
  expect(readdirSync(directory)).toEqual(['sightline.db']);
  await api.close();
});

/** Requests more data than fits into any buffer, and stops reading after the first part. */
async function askWithoutReading(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  // The product closes the connection in the end.
  socket.on('error', () => undefined);
  socket.write('GET /api/monitors/export?format=json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1000));
  await once(socket, 'data');
  socket.pause();
  return socket;
}

test('a restart signs nobody out, and an ended session stays ended', { tags: 'deep' }, async () => {
  const { api, start } = await startSharedDirectory(newDirectory(), staticMonitors);
  const first = await start(withPassword);
  const [kept, ended] = [await signedIn(first), await signedIn(first)];
  await waitForCompleteInventoryAs(first, { Cookie: kept });
  const signOut = await ask(`${first.url}/api/auth/logout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: ended, Origin: first.url, 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(signOut.status).toBe(303);
  await first.stop();
  const second = await start(withPassword);
  expect(await statusWith(second, kept)).toBe(200);
  expect(await statusWith(second, ended)).toBe(401);
  await second.kill();
  const third = await start(withPassword);
  expect(await statusWith(third, kept), 'after a crash, too').toBe(200);
  await third.stop();
  const fourth = await start({
    ...withPassword,
    SIGHTLINE_PASSWORD_HASH: cheapPasswordHash('another password'),
  });
  expect(await statusWith(fourth, kept), 'a new password ends all').toBe(401);
  await fourth.stop();
  await api.close();
});

test('row 34: killed and restarted repeatedly, it crawls no more often than allowed', {
  tags: 'nightly',
}, async () => {
  const { api, start } = await startSharedDirectory(newDirectory(), staticMonitors);
  const first = await start(readsOnce);
  await waitForCompleteInventory(first);
  await first.kill();
  const requests = api.requests();
  for (let life = 0; life < 2; life += 1) {
    const product = await start(readsOnce);
    expect((await readList(product)).meta.inventory).toMatchObject({ state: 'complete', read: 120 });
    const { data } = JSON.parse((await ask(`${product.url}/api/usage`)).text);
    expect(data.spent_here.inventory, 'earlier requests are still counted').toBe(requests);
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
 * Starts a product repeatedly with one data directory. It kills the product as soon as its first crawl requests this
 * page, which gets no response. If the product requests nothing, it is killed once it has answered that it has read
 * nothing.
 */
async function crashLoop(page: number, lives: number) {
  let reached = () => {};
  const upstream = await startScriptedUpstream(({ target }) => {
    if (!target.includes(`page=${page}&`)) return jsonAnswer(200, pageOfMany);
    reached();
    return [];
  });
  const env = removeDeadline({
    ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'key' }),
    SIGHTLINE_DATA_DIR: newDirectory(),
    ...readsOnce,
  });
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

test('row 34: killed repeatedly during its first crawl, it requests no page twice', {
  tags: 'nightly',
}, async () => {
  const { sent, remembered } = await crashLoop(2, 3);
  // One crawl an hour: no page is requested a second time.
  expect(sent).toEqual([...new Set(sent)]);
  expect(remembered, 'earlier requests are still counted').toBeGreaterThanOrEqual(sent.length);
});

test('row 34: killed at the first request it sends, it does not send it again', {
  tags: 'nightly',
}, async () => {
  // Several times, because a record that is written too late may be written in time by chance.
  for (let time = 0; time < 2; time += 1) {
    const { sent, remembered } = await crashLoop(1, 1);
    expect({ sent: sent.length, remembered }).toEqual({ sent: 1, remembered: 1 });
  }
});
