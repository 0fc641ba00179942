import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { steppingClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/http-test.ts';
import type { Product } from '../support/products/product.ts';
import { plenty } from '../support/products/stack.ts';
import {
  signedIn,
  statusWith,
  waitForCompleteInventoryAs,
  withPassword,
} from '../support/sign-in/password.ts';

const DAY_MINUTES = 24 * 60;

/** The tolerance for a busy machine, milliseconds. */
const MINUTE_MS = 60_000;

test('row 69: replicas with clocks a day apart always show the same, whichever leads, and nobody is signed out', {
  tags: 'nightly',
}, async ({ replicaSet }) => {
  const set = await replicaSet({
    count: 0,
    api: { monitors: 120, limits: plenty },
    env: { ...withPassword, SIGHTLINE_REFRESH_MIN_SECONDS: '2' },
  });
  const { referenceApi } = set;
  const aDayBehind = await set.add(steppingClock(DAY_MINUTES, -1));
  const cookie = await signedIn(aDayBehind);
  await waitForCompleteInventoryAs(aDayBehind, { Cookie: cookie });
  let running = [aDayBehind, await set.add(), await set.add(steppingClock(DAY_MINUTES, 1))];
  for (const replica of running) await waitForCompleteInventoryAs(replica, { Cookie: cookie });
  const read = async (replica: { url: string }, path: string) => {
    const headers = { Cookie: cookie, 'sightline-refresh': 'on' };
    const { status, text, headers: received } = await ask(`${replica.url}${path}`, { headers });
    return { status, etag: received.get('etag'), body: JSON.parse(text) };
  };
  const list = (replica: { url: string }) => read(replica, '/api/monitors?per_page=1');

  const [first] = referenceApi.api.organization().monitors();
  while (running.length > 0) {
    let leader: Product | undefined;
    const leads = async (replica: Product) => (await read(replica, '/api/usage')).body.data.replicas.leads;
    await expect
      .poll(async () => {
        const all = await Promise.all(running.map(leads));
        leader = running.find((_, place) => all[place]);
        return leader;
      })
      .toBeDefined();
    const name = `Renamed while ${running.length} run`;
    const from = Date.now();
    referenceApi.api.organization().editMonitor(first?.monitor_uuid ?? '', { name });
    const search = `/api/monitors?q=${first?.monitor_uuid}`;
    for (const replica of running) {
      await expect.poll(async () => (await read(replica, search)).body.data[0]?.name).toBe(name);
    }
    await expect
      .poll(async () => new Set((await Promise.all(running.map(list))).map(({ etag }) => etag)).size)
      .toBe(1);
    for (const replica of running) {
      const { meta } = (await list(replica)).body;
      const [asOf, refreshAt] = [Date.parse(meta.as_of), Date.parse(meta.refresh_at)];
      expect(asOf, 'the time of the database').toBeGreaterThanOrEqual(from - MINUTE_MS);
      expect(asOf).toBeLessThanOrEqual(Date.now() + MINUTE_MS);
      expect(refreshAt, 'paced by it').toBeLessThan(Date.now() + MINUTE_MS);
      expect(meta.degraded).toBeNull();
      expect(await statusWith(replica, cookie)).toBe(200);
    }
    expect(await leader?.stop()).toBe(0);
    running = running.filter((replica) => replica !== leader);
  }
});
