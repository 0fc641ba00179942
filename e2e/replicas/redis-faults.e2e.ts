import { expect } from '@playwright/test';
import { z } from 'zod';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { startStaticReferenceApi } from '../support/fixed-monitors.ts';
import { plenty } from '../support/fixtures.ts';
import { hoursLater, movableClock } from '../support/movable-clock.ts';
import { signedIn, statusWith, waitForCompleteInventoryAs, withPassword } from '../support/password.ts';
import { type Product, startProduct } from '../support/product.ts';
import { ask, readAll } from '../support/read.ts';
import { startRedis } from '../support/redis-server.ts';
import {
  leaderOf,
  metaOf,
  replicaInfo,
  sharedEnv,
  startReplicas,
  replicasTest as test,
  waitForAll,
} from '../support/replicas.ts';

/** A replica whose connection to Redis goes through a proxy that can fail. @param prepare called before it starts */
async function startBehindProxy(
  env: Record<string, string> = {},
  prepare: (proxy: FaultProxy) => void = () => {},
) {
  const [redis, referenceApi] = await Promise.all([
    startRedis(),
    startStaticReferenceApi({ monitors: 120, limits: plenty }),
  ]);
  const proxy = await startFaultProxy(redis.port);
  prepare(proxy);
  const start = () =>
    startProduct({ env: { ...sharedEnv(referenceApi, `redis://127.0.0.1:${proxy.port}`), ...env } });
  const product = await start();
  return {
    redis,
    referenceApi,
    proxy,
    product,
    start,
    async stop() {
      await product.stop();
      await proxy.close();
      await Promise.all([redis.kill(), referenceApi.close()]);
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

const isDegraded = async (product: Product) => (await metaOf(product)).meta.degraded?.code ?? null;

test('row 38: Redis is unreachable at the start: the replica waits, says why, and goes on when it comes', async () => {
  const { referenceApi, proxy, product, stop } = await startBehindProxy({}, (cutOff) => cutOff.cut());
  expect(await ask(`${product.url}/api/health`)).toMatchObject({
    status: 200,
    text: '{"status":"degraded"}',
  });
  expect((await ask(`${product.url}/api/health?ready=1`)).status).toBe(503);
  const refused = await ask(`${product.url}/api/monitors`);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 'shared_state_unreachable',
    error: expect.stringContaining('Redis'),
  });
  expect(await replicaInfo(product)).toMatchObject({ count: 1, leads: false, shared_state: 'down' });
  expect(referenceApi.requests()).toBe(0);
  proxy.heal();
  await waitForAll([product]);
  expect(await ask(`${product.url}/api/health?ready=1`)).toMatchObject({
    status: 200,
    text: '{"status":"ok"}',
  });
  expect(await replicaInfo(product)).toMatchObject({ count: 1, leads: true, shared_state: 'up' });
  expect(referenceApi.requests()).toBe(2);
  await stop();
});

const faults: [name: string, fail: (proxy: FaultProxy) => void][] = [
  ['cut off', (proxy) => proxy.cut()],
  ['reset in the middle of an answer', (proxy) => proxy.resetMidAnswer()],
  ['2 s slow', (proxy) => proxy.slow(2_000)],
];
test('row 39: Redis is cut off, reset in mid-answer or slow: the rows are served with the reason, nothing is sent, and it goes on by itself', async () => {
  const { referenceApi, proxy, product, stop } = await startBehindProxy({
    SIGHTLINE_REFRESH_MIN_SECONDS: '1',
  });
  await waitForAll([product]);
  const rows = await readAll(product, 'sort=name');
  const [uuid] = rows.map(({ monitor_uuid }) => String(monitor_uuid));
  for (const [name, fail] of faults) {
    await test.step(name, async () => {
      fail(proxy);
      await expect.poll(() => isDegraded(product), { timeout: 15_000 }).toBe('shared_state_unreachable');
      const sent = referenceApi.requests();
      const responses = await Promise.all([
        ...Array.from({ length: 20 }, () =>
          ask(`${product.url}/api/monitors`, { headers: { 'sightline-refresh': '1' } }),
        ),
        ask(`${product.url}/api/monitors/${uuid}`),
        ask(`${product.url}/api/usage`),
      ]);
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
      expect(await readAll(product, 'sort=name')).toEqual(rows);
      expect(JSON.parse(responses.at(-1)?.text ?? '').data.replicas.shared_state).toBe('down');
      expect((await ask(`${product.url}/api/health?ready=1`)).status).toBe(200);
      for (const format of ['csv', 'json']) {
        const exported = await ask(`${product.url}/api/changes/export?format=${format}`);
        expect(exported.status, 'what was observed is in Redis only').toBe(503);
        expect(exported.headers.has('retry-after')).toBe(true);
      }
      expect(referenceApi.requests(), 'nothing is sent while nobody knows the budget').toBe(sent);
      const asOf = (await metaOf(product)).meta.as_of;
      proxy.heal();
      await expect.poll(() => isDegraded(product), { timeout: 30_000 }).toBeNull();
      // Viewers go on asking until a new list is there: they cost one reading, of two pages, or the next one has begun.
      await expect
        .poll(
          async () => {
            const all = await Promise.all(Array.from({ length: 20 }, () => metaOf(product, 1)));
            return all.some(({ meta }) => meta.as_of !== asOf);
          },
          { timeout: 30_000, intervals: [50] },
        )
        .toBe(true);
      expect(referenceApi.requests() - sent).toBeGreaterThan(0);
      expect(referenceApi.requests() - sent, 'no stampede').toBeLessThanOrEqual(4);
    });
  }
  await stop();
});

test('row 39: a reading that ends after Redis was lost does not hide the reason; an opened monitor is shown with it and its age', async () => {
  const { referenceApi, proxy, product, stop } = await startBehindProxy({
    SIGHTLINE_REFRESH_MIN_SECONDS: '1',
    ...movableClock,
  });
  await waitForAll([product]);
  const uuid = referenceApi.api.organization().monitors()[7]?.monitor_uuid ?? '';
  const opened = await readMonitor(product, uuid);
  expect(opened.meta).toMatchObject({ degraded: null, partial: false });
  const [before, sent] = [(await metaOf(product)).meta.as_of, referenceApi.requests()];
  // Below the deadline of a request, and long enough for Redis to be cut off in between.
  referenceApi.api.inject({ kind: 'delay', ms: 4000 });
  await expect
    .poll(() => metaOf(product, 1).then(() => referenceApi.requests()), { intervals: [50], timeout: 30_000 })
    .toBe(sent + 2);
  proxy.cut();
  await expect.poll(() => isDegraded(product)).toBe('shared_state_unreachable');
  await expect.poll(async () => (await metaOf(product)).meta.as_of, { timeout: 30_000 }).not.toBe(before);
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

test('row 39: signed-in users stay signed in for a minute, then nobody is admitted without knowing', async ({
  page,
}) => {
  const { proxy, product, stop } = await startBehindProxy({ ...withPassword, ...movableClock });
  const cookie = await signedIn(product);
  await waitForCompleteInventoryAs(product, cookie);
  proxy.cut();
  const usageOf = async () =>
    JSON.parse((await ask(`${product.url}/api/usage`, { headers: { Cookie: cookie } })).text).data?.replicas;
  await expect.poll(usageOf).toMatchObject({ shared_state: 'down' });
  expect(await statusWith(product, cookie)).toBe(200);
  expect(await statusWith(product, 'sightline-local=invented'), 'never an open door').toBe(401);
  await hoursLater(1, product);
  expect(await statusWith(product, cookie), 'after an hour nobody knows whether it has ended').toBe(503);
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Password').fill('anything');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/can’t reach Redis/);
  proxy.heal();
  await expect.poll(() => statusWith(product, cookie)).toBe(200);
  await stop();
});

test('row 41: Redis restarts empty: the snapshot is published again, and users sign in again', async () => {
  const { redis, referenceApi, product, start, stop } = await startBehindProxy({
    ...withPassword,
    SIGHTLINE_REFRESH_MIN_SECONDS: '3600',
  });
  const cookie = await signedIn(product);
  await waitForCompleteInventoryAs(product, cookie);
  await redis.kill();
  const empty = await startRedis(redis.port);
  await expect.poll(() => statusWith(product, cookie), { timeout: 30_000 }).toBe(401);
  const again = await signedIn(product);
  expect(await statusWith(product, again)).toBe(200);
  const late = await start();
  await waitForCompleteInventoryAs(late, again);
  expect(referenceApi.requests(), 'without another reading').toBe(2);
  await late.stop();
  await empty.kill();
  await stop();
});

test('row 67: all messages between three replicas are lost: each new list is adopted within 5 s all the same', async () => {
  const set = await startReplicas({
    count: 0,
    api: { monitors: 120, limits: plenty },
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: '1' },
  });
  const { referenceApi, redis, replicas } = set;
  const proxy = await startFaultProxy(redis.port);
  const behindProxy = { SIGHTLINE_REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
  await Promise.all(Array.from({ length: 3 }, () => set.add(behindProxy)));
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
    await expect.poll(() => nameOn(leader), { intervals: [20], timeout: 30_000 }).toBe(name);
    await Promise.all(
      others.map((other) => expect.poll(() => nameOn(other), { intervals: [50], timeout: 5_000 }).toBe(name)),
    );
    expect(proxy.lost(), 'the message about the list, to each of them').toBeGreaterThanOrEqual(lost + 3);
  }
  expect((await Promise.all(replicas.map(replicaInfo))).map(({ shared_state }) => shared_state)).toEqual([
    'up',
    'up',
    'up',
  ]);
  await set.stop();
  await proxy.close();
});
