import { expect } from '@playwright/test';
import { z } from 'zod';
import { readNowSchema } from '../../lib/contract/read-now.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { plenty } from '../support/fixtures.ts';
import { hoursLater, movableClock } from '../support/movable-clock.ts';
import { signedIn, statusWith, waitForCompleteInventoryAs, withPassword } from '../support/password.ts';
import type { Product } from '../support/product.ts';
import { ask, readAll } from '../support/read.ts';
import { startRedis } from '../support/redis-server.ts';
import {
  leaderOf,
  metaOf,
  replicaInfo,
  startReplicas,
  replicasTest as test,
  waitForAll,
} from '../support/replicas.ts';

/** Replicas whose connections to Redis go through one proxy that can fail. */
async function startBehindProxy({
  count = 1,
  env = {},
  prepare = () => {},
}: {
  count?: number;
  env?: Record<string, string>;
  /** Called before the replicas start. */
  prepare?: (proxy: FaultProxy) => void;
} = {}) {
  const set = await startReplicas({ count: 0, api: { monitors: 120, limits: plenty }, env });
  const proxy = await startFaultProxy(set.redis.port);
  prepare(proxy);
  const start = () => set.add({ SIGHTLINE_REDIS_URL: `redis://127.0.0.1:${proxy.port}` });
  const [product] = await Promise.all(Array.from({ length: count }, start));
  if (!product) throw new Error('no replica');
  return {
    ...set,
    proxy,
    product,
    start,
    async stop() {
      await set.stop();
      await proxy.close();
    },
  };
}

const detailSchema = z.object({
  data: z.record(z.string(), z.unknown()),
  meta: z.object({
    as_of: z.iso.datetime(),
    partial: z.boolean(),
    degraded: z.object({ code: z.string(), since: z.iso.datetime() }).loose().nullable(),
  }),
});

async function readMonitor({ url }: Product, uuid: string) {
  const { text } = await ask(`${url}/api/monitors/${uuid}`);
  return detailSchema.parse(JSON.parse(text));
}

const listSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.object({ as_of: z.iso.datetime(), inventory: z.object({ state: z.string() }) }),
});

/** What a replica shows: the rows, when they were read, and whether they are all; null: none, or the list is being read. */
async function shownBy({ url }: Product, cookie = '') {
  const { status, text } = await ask(`${url}/api/monitors`, { headers: { Cookie: cookie } });
  if (status !== 200) return null;
  const { data, meta } = listSchema.parse(JSON.parse(text));
  const { state } = meta.inventory;
  return state === 'reading' ? null : { rows: data, asOf: meta.as_of, state };
}

const isDegraded = async (product: Product) => (await metaOf(product)).meta.degraded?.code ?? null;

test('row 38: Redis is unreachable at the start: three replicas wait, say why, and go on with one reading when it comes', async () => {
  const { referenceApi, proxy, replicas, stop } = await startBehindProxy({
    count: 3,
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: '3600' },
    prepare: (cutOff) => cutOff.cut(),
  });
  for (const replica of replicas) {
    expect(await ask(`${replica.url}/api/health`)).toMatchObject({
      status: 200,
      text: '{"status":"degraded"}',
    });
    expect((await ask(`${replica.url}/api/health?ready=1`)).status).toBe(503);
    const refused = await ask(`${replica.url}/api/monitors`);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(JSON.parse(refused.text)).toMatchObject({
      code: 'shared_state_unreachable',
      error: expect.stringContaining('Redis'),
    });
    expect(await replicaInfo(replica)).toMatchObject({ count: 1, leads: false, shared_state: 'down' });
  }
  expect(referenceApi.requests()).toBe(0);
  proxy.heal();
  for (const replica of replicas) {
    await expect.poll(() => shownBy(replica)).not.toBeNull();
    await expect.poll(() => isDegraded(replica)).toBeNull();
    const health = () => ask(`${replica.url}/api/health?ready=1`);
    await expect.poll(health).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  }
  const [first, ...others] = await Promise.all(replicas.map((replica) => shownBy(replica)));
  expect(others).toEqual([first, first]);
  // On a busy machine Redis can be late once more, so that the second of two pages is not read.
  expect(referenceApi.requests()).toBe(first?.state === 'complete' ? 2 : 1);
  await stop();
});

const spentSchema = z.object({ data: z.object({ history: z.array(z.record(z.string(), z.unknown())) }) });

test('a replica that starts while Redis is away shows what was spent before, as soon as Redis is back', async () => {
  const { proxy, product, start, stop } = await startBehindProxy({
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: '3600' },
  });
  const historyOf = async ({ url }: Product) =>
    spentSchema.parse(JSON.parse((await ask(`${url}/api/usage`)).text)).data.history;
  await waitForAll([product]);
  const [sample] = await historyOf(product);
  expect(sample).toBeDefined();
  await product.stop();
  proxy.cut();
  const later = await start();
  expect(await historyOf(later)).toEqual([]);
  proxy.heal();
  await expect.poll(async () => (await historyOf(later))[0]).toEqual(sample);
  await stop();
});

/** How often the list is read while users look at it. */
const refreshSeconds = 5;
const faults: [name: string, fail: (proxy: FaultProxy) => void][] = [
  ['cut off', (proxy) => proxy.cut()],
  ['reset in the middle of an answer', (proxy) => proxy.resetMidAnswer()],
  ['2 s slow', (proxy) => proxy.slow(2_000)],
];
test('row 39: Redis is cut off, reset in mid-answer or slow: three replicas serve the rows with the reason, send nothing, and go on by themselves', async () => {
  const { referenceApi, proxy, replicas, product, stop } = await startBehindProxy({
    count: 3,
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: String(refreshSeconds) },
  });
  await waitForAll(replicas);
  // Before, a replica says that nothing has been observed.
  const observedFrom = async ({ url }: Product) =>
    JSON.parse((await ask(`${url}/api/changes`)).text).meta.observed_from;
  for (const replica of replicas) await expect.poll(() => observedFrom(replica)).not.toBeNull();
  // Without a delay there would rarely be two requests at the same time.
  referenceApi.api.inject({ kind: 'delay', ms: 200 });
  const rows = await readAll(product, 'sort=name');
  const [uuid] = rows.map(({ monitor_uuid }) => String(monitor_uuid));
  /** What sixty viewers see, twenty of each replica. */
  const view = () =>
    Promise.all(Array.from({ length: 60 }, (_, viewer) => metaOf(replicas[viewer % 3] ?? product, 1)));
  for (const [name, fail] of faults) {
    await test.step(name, async () => {
      fail(proxy);
      await expect
        .poll(async () => (await Promise.all(replicas.map(isDegraded))).filter((code) => code === null))
        .toEqual([]);
      const sent = referenceApi.requests();
      const viewed = await view();
      expect(new Set(viewed.map(({ status }) => status))).toEqual(new Set([200]));
      for (const replica of replicas) {
        expect(await isDegraded(replica)).toBe('shared_state_unreachable');
        expect((await ask(`${replica.url}/api/monitors/${uuid}`)).status).toBe(200);
        expect(await readAll(replica, 'sort=name')).toEqual(rows);
        expect((await replicaInfo(replica)).shared_state).toBe('down');
        expect((await ask(`${replica.url}/api/health?ready=1`)).status).toBe(200);
        for (const format of ['csv', 'json']) {
          const exported = await ask(`${replica.url}/api/changes/export?format=${format}`);
          expect(exported.status, 'what was observed is in Redis only').toBe(503);
          expect(exported.headers.has('retry-after')).toBe(true);
        }
      }
      for (const { url } of replicas) {
        const { text } = await ask(`${url}/api/monitors/refresh`, {
          method: 'POST',
          headers: { 'sightline-refresh': '5' },
        });
        const { outcome, reason } = readNowSchema.parse(JSON.parse(text)).data;
        expect([outcome, reason?.code], 'a user who asks is told why at once').toEqual([
          'refused',
          'shared_state_unreachable',
        ]);
      }
      expect(referenceApi.requests(), 'nothing is sent while nobody knows the budget').toBe(sent);
      const newest = Math.max(...viewed.map(({ meta }) => Date.parse(meta.as_of)));
      const healedAt = Date.now();
      proxy.heal();
      // Viewers go on asking until a new list is there.
      await expect
        .poll(
          async () => {
            const all = await view();
            expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
            return Math.max(...all.map(({ meta }) => Date.parse(meta.as_of)));
          },
          { intervals: [50] },
        )
        .toBeGreaterThan(newest);
      // A reading of two pages at once, and one in each interval since then, of which the last may have just begun.
      const readings = 2 + Math.floor((Date.now() - healedAt) / 1000 / refreshSeconds);
      expect(referenceApi.requests() - sent).toBeGreaterThan(0);
      expect(referenceApi.requests() - sent, 'no stampede').toBeLessThanOrEqual(2 * readings);
      for (const replica of replicas) await expect.poll(() => isDegraded(replica)).toBeNull();
    });
  }
  expect(referenceApi.mostInFlight()).toBeLessThanOrEqual(4);
  await stop();
});

test('row 39: a reading that ends after Redis was lost does not hide the reason; an opened monitor is shown with it and its age', async () => {
  const { referenceApi, proxy, product, stop } = await startBehindProxy({
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: '1', ...movableClock },
  });
  await waitForAll([product]);
  const uuid = referenceApi.api.organization().monitors()[7]?.monitor_uuid ?? '';
  const opened = await readMonitor(product, uuid);
  expect(opened.meta).toMatchObject({ degraded: null, partial: false });
  const [before, sent] = [(await metaOf(product)).meta.as_of, referenceApi.requests()];
  // Long enough for Redis to be cut off in between.
  referenceApi.api.inject({ kind: 'delay', ms: 4000 });
  await expect
    .poll(() => metaOf(product, 1).then(() => referenceApi.requests()), { intervals: [50] })
    .toBe(sent + 2);
  proxy.cut();
  await expect.poll(() => isDegraded(product)).toBe('shared_state_unreachable');
  await expect.poll(async () => (await metaOf(product)).meta.as_of).not.toBe(before);
  expect(await isDegraded(product)).toBe('shared_state_unreachable');

  // A reading is new enough for a minute.
  const [sentBefore, failedAfter] = [referenceApi.requests(), Date.now()];
  await hoursLater(1, product);
  const shown = await readMonitor(product, uuid);
  expect(shown.data).toEqual(opened.data);
  expect(shown.meta).toMatchObject({
    degraded: { code: 'shared_state_unreachable' },
    partial: false,
    // Of the fields that the list has, which are newer.
    as_of: (await metaOf(product)).meta.as_of,
  });
  const since = Date.parse(shown.meta.degraded?.since ?? '');
  expect(since).toBeGreaterThan(failedAfter);
  expect((await readMonitor(product, uuid)).meta.degraded?.since, 'of the first failure').toBe(
    new Date(since).toISOString(),
  );
  expect(referenceApi.requests()).toBe(sentBefore);
  await stop();
});

test('row 39: signed-in users stay signed in on three replicas for a minute, then nobody is admitted without knowing', async ({
  page,
}) => {
  const { proxy, replicas, product, stop } = await startBehindProxy({
    count: 3,
    env: { ...withPassword, ...movableClock },
  });
  const cookie = await signedIn(product);
  const statuses = (ofCookie = cookie) =>
    Promise.all(replicas.map((replica) => statusWith(replica, ofCookie)));
  for (const replica of replicas) await waitForCompleteInventoryAs(replica, cookie);
  proxy.cut();
  const usageOf = async ({ url }: Product) =>
    JSON.parse((await ask(`${url}/api/usage`, { headers: { Cookie: cookie } })).text).data?.replicas;
  for (const replica of replicas)
    await expect.poll(() => usageOf(replica)).toMatchObject({ shared_state: 'down' });
  expect(await statuses()).toEqual([200, 200, 200]);
  expect(await statuses('sightline-local=invented'), 'never an open door').toEqual([401, 401, 401]);
  await Promise.all(replicas.map((replica) => hoursLater(1, replica)));
  expect(await statuses(), 'after an hour nobody knows whether it has ended').toEqual([503, 503, 503]);
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Password').fill('anything');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/can’t reach Redis/);
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
  await stop();
});

test('row 41: Redis restarts empty: three replicas publish the snapshot again without a reading, and users sign in again', async () => {
  const { redis, referenceApi, replicas, product, start, stop } = await startBehindProxy({
    count: 3,
    env: { ...withPassword, SIGHTLINE_REFRESH_MIN_SECONDS: '3600' },
  });
  const cookie = await signedIn(product);
  for (const replica of replicas) {
    await expect.poll(() => shownBy(replica, cookie)).not.toBeNull();
  }
  const [before, requests] = [await shownBy(product, cookie), referenceApi.requests()];
  expect(before?.rows.length).toBeGreaterThan(0);
  await redis.kill();
  const empty = await startRedis(redis.port);
  for (const replica of replicas) await expect.poll(() => statusWith(replica, cookie)).toBe(401);
  const again = await signedIn(product);
  for (const replica of replicas) expect(await statusWith(replica, again)).toBe(200);
  const late = await start();
  await expect.poll(() => shownBy(late, again)).toEqual(before);
  expect(referenceApi.requests(), 'without another reading').toBe(requests);
  await stop();
  await empty.kill();
});

test('row 67: all messages between three replicas are lost: each new list is adopted all the same', async () => {
  const { referenceApi, proxy, replicas, stop } = await startBehindProxy({
    count: 3,
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: '1' },
  });
  await waitForAll(replicas);
  const { leader, others } = await leaderOf(replicas);
  const [first] = referenceApi.api.organization().monitors();
  const nameOn = async (replica: Product) => {
    const { text } = await ask(`${replica.url}/api/monitors?q=${first?.monitor_uuid}`, {
      headers: { 'sightline-refresh': '1' },
    });
    return JSON.parse(text).data[0]?.name;
  };
  proxy.loseMessages();
  for (const name of ['Renamed', 'Renamed again', 'And again']) {
    const lost = proxy.lost();
    referenceApi.api.organization().editMonitor(first?.monitor_uuid ?? '', { name });
    await expect.poll(() => nameOn(leader), { intervals: [20] }).toBe(name);
    await Promise.all(
      others.map((other) => expect.poll(() => nameOn(other), { intervals: [50] }).toBe(name)),
    );
    expect(proxy.lost(), 'the message about the list, to each of them').toBeGreaterThanOrEqual(lost + 3);
  }
  expect((await Promise.all(replicas.map(replicaInfo))).map(({ shared_state }) => shared_state)).toEqual([
    'up',
    'up',
    'up',
  ]);
  await stop();
});
