/** @module-tag deep */
import { expect } from 'vitest';
import { readNowSchema } from '../../lib/contract/responses.ts';
import { ask, readAll } from '../support/http/read.ts';
import { advanceHours, stoppedProductClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/http-test.ts';
import type { Product } from '../support/products/product.ts';
import type { FaultProxy } from '../support/replicas/fault-proxy.ts';
import { metaOf, waitForAll } from '../support/replicas/replicas.ts';
import { degradedCode, startBehindProxy } from '../support/replicas/replicas-behind-proxy.ts';
import {
  sendLogin,
  signedIn,
  statusWith,
  waitForCompleteInventoryAs,
  withPassword,
} from '../support/sign-in/password.ts';

/** The interval at which the list is read while users look at it, seconds. */
const refreshSeconds = 5;
const faults: [name: string, fail: (proxy: FaultProxy) => void][] = [
  ['cut off', (proxy) => proxy.cut()],
  ['reset in the middle of an answer', (proxy) => proxy.resetMidAnswer()],
  ['half a minute slow', (proxy) => proxy.slow(30_000)],
];
test('row 39: while the database is cut off, resets connections or is far too slow, three replicas serve the rows with the reason and send nothing; afterwards they continue by themselves', async ({
  replicaSet,
}) => {
  const { referenceApi, proxy, replicas, product } = await startBehindProxy(replicaSet, {
    count: 3,
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: String(refreshSeconds) },
  });
  await waitForAll(replicas);
  // Before that, a replica says that nothing has been observed.
  const observedFrom = async ({ url }: Product) =>
    JSON.parse((await ask(`${url}/api/changes`)).text).meta.observed_from;
  for (const replica of replicas) await expect.poll(() => observedFrom(replica)).not.toBeNull();
  // Without a delay there would rarely be two requests at the same time.
  referenceApi.api.inject({ kind: 'delay', ms: 200 });
  const rows = await readAll(product, 'sort=name');
  const [uuid] = rows.map(({ monitor_uuid }) => String(monitor_uuid));
  /** Returns what sixty viewers see, twenty on each replica. */
  const view = () =>
    Promise.all(Array.from({ length: 60 }, (_, viewer) => metaOf(replicas[viewer % 3] ?? product)));
  for (const [name, fail] of faults) {
    fail(proxy);
    await expect
      .poll(async () => (await Promise.all(replicas.map(degradedCode))).filter((code) => code === null))
      .toEqual([]);
    const sent = referenceApi.requests();
    const viewed = await view();
    const statuses = new Set(viewed.map(({ status }) => status));
    for (const replica of replicas) {
      expect(await degradedCode(replica), name).toBe('storage_unreachable');
      expect((await ask(`${replica.url}/api/monitors/${uuid}`)).status).toBe(200);
      expect(await readAll(replica, 'sort=name')).toEqual(rows);
      expect((await ask(`${replica.url}/api/health?ready=1`)).status).toBe(200);
      for (const format of ['csv', 'json']) {
        const exported = await ask(`${replica.url}/api/changes/export?format=${format}`);
        expect(exported.status, 'what was observed is in the database only').toBe(503);
        expect(exported.headers.has('retry-after')).toBe(true);
      }
    }
    for (const { url } of replicas) {
      const { text } = await ask(`${url}/api/monitors/refresh`, {
        method: 'POST',
        headers: { 'sightline-refresh': 'on' },
      });
      const { data } = readNowSchema.parse(JSON.parse(text));
      expect(data, 'a user who asks is told why at once').toMatchObject({
        outcome: 'refused',
        reason: { code: 'storage_unreachable' },
      });
    }
    expect(referenceApi.requests(), 'nothing is sent by a replica that does not know whether it leads').toBe(
      sent,
    );
    const newest = Math.max(...viewed.map(({ meta }) => Date.parse(meta.as_of)));
    const healedAt = Date.now();
    proxy.heal();
    // The viewers keep sending requests until there is a new list.
    await expect
      .poll(
        async () => {
          const all = await view();
          for (const { status } of all) statuses.add(status);
          return Math.max(...all.map(({ meta }) => Date.parse(meta.as_of)));
        },
        { interval: 50 },
      )
      .toBeGreaterThan(newest);
    expect([...statuses], name).toEqual([200]);
    // One crawl, and one crawl in each interval since then. The last one may have just begun.
    const crawls = 2 + Math.floor((Date.now() - healedAt) / 1000 / refreshSeconds);
    expect(referenceApi.requests() - sent).toBeGreaterThan(0);
    expect(referenceApi.requests() - sent, 'no stampede').toBeLessThanOrEqual(2 * crawls);
    for (const replica of replicas) await expect.poll(() => degradedCode(replica)).toBeNull();
  }
  expect(referenceApi.mostInFlight()).toBeLessThanOrEqual(4);
});

test('row 39: without the database, users stay signed in on three replicas for a minute; then nobody is admitted, because sessions cannot be checked', async ({
  replicaSet,
}) => {
  const { proxy, replicas, product } = await startBehindProxy(replicaSet, {
    count: 3,
    // A session is trusted for a minute. The clock is stopped, so the test decides when this minute ends.
    env: { ...withPassword, ...stoppedProductClock },
  });
  const cookie = await signedIn(product);
  const statuses = (ofCookie = cookie) =>
    Promise.all(replicas.map((replica) => statusWith(replica, ofCookie)));
  for (const replica of replicas) await waitForCompleteInventoryAs(replica, { Cookie: cookie });
  proxy.cut();
  const degradedFor = async ({ url }: Product) =>
    (await ask(`${url}/api/monitors`, { headers: { Cookie: cookie } })).text;
  for (const replica of replicas)
    await expect.poll(() => degradedFor(replica)).toContain('storage_unreachable');
  expect(await statuses()).toEqual([200, 200, 200]);
  expect(await statuses('sightline-local=invented'), 'never an open door').toEqual([401, 401, 401]);
  await Promise.all(replicas.map((replica) => advanceHours(1, replica)));
  expect(await statuses(), 'after an hour nobody knows whether it has ended').toEqual([503, 503, 503]);
  const refused = await sendLogin(product);
  const location = refused.headers.get('location') ?? '';
  expect(location).toMatch(/^\/login\?error=unavailable&/);
  const login = await ask(`${product.url}${location}`);
  expect(login.text.includes('can’t reach its database')).toBe(true);
  proxy.heal();
  const seen = new Set<number>();
  await expect
    .poll(async () => {
      const all = await statuses();
      for (const status of all) seen.add(status);
      return all;
    })
    .toEqual([200, 200, 200]);
  expect([...seen], 'nobody is signed out').not.toContain(401);
});
