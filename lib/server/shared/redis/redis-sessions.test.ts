import { expect, test } from 'vitest';
import { startFaultProxy } from '../../../../e2e/support/fault-proxy.ts';
import { readContents } from '../../../../e2e/support/redis-contents.ts';
import { startRedis } from '../../../../e2e/support/redis-server.ts';
import { createSystemClock } from '../../clock.ts';
import type { Keys } from './keys.ts';
import { describeWithServer, pairOf, type TestServer } from './test-replicas.fixtures.ts';

const HOUR_MS = 3_600_000;
/** More than what passes between two commands of a test, and than the clocks of two replicas differ. */
const TOLERANCE_MS = 60_000;

describeWithServer('the sessions of replicas through a real server', ({ replicas, withClient }) => {
  const foreign = JSON.stringify({ version: 999, user: 'of the future' });

  test('row 68: a session of another version is left alone, nobody is admitted by it, and the log says so once', async () => {
    const { all, keys, warnings } = await replicas(2);
    const [one, other] = pairOf(all.map(({ state }) => state.sessions('password')));
    const id = await one.open({ name: 'ada' });
    const name = await onlySession(withClient, keys);
    await withClient((client) => client.set(name, foreign));
    for (let n = 0; n < 2; n += 1) {
      await expect(other.use(id)).rejects.toThrow('shared_state_unreachable');
    }
    expect(warnings).toEqual(['left a shared record of another version alone']);
    expect(await withClient((client) => client.get(name))).toBe(foreign);
  });

  test('row 68: a session of another version can be ended, on all replicas at once', async () => {
    const { all, keys } = await replicas(2);
    const [one, other] = pairOf(all.map(({ state }) => state.sessions('password')));
    const id = await one.open({ name: 'ada', idToken: 'token' });
    expect(await other.use(id)).toEqual({ name: 'ada', idToken: 'token' });
    const name = await onlySession(withClient, keys);
    await withClient((client) => client.set(name, foreign));
    expect(await one.end(id)).toBeNull();
    expect(await withClient((client) => client.exists(name))).toBe(0);
    await expect.poll(() => other.use(id), { timeout: 1_000 }).toBeNull();
  });

  test('a session ends two hours after its last use, on whichever replica that was', async () => {
    const { all, keys } = await replicas(2);
    const [one, other] = pairOf(all.map(({ state }) => state.sessions('password')));
    const id = await one.open({ name: 'ada' });
    const name = await onlySession(withClient, keys);
    const leftMs = () => withClient((client) => client.pTTL(name));
    expect(await leftMs()).toBeLessThanOrEqual(2 * HOUR_MS);
    expect(await leftMs()).toBeGreaterThan(2 * HOUR_MS - TOLERANCE_MS);
    await withClient((client) => client.pExpire(name, HOUR_MS));
    expect(await other.use(id)).toEqual({ name: 'ada' });
    expect(await leftMs()).toBeLessThanOrEqual(2 * HOUR_MS);
    expect(await leftMs(), 'a use prolongs it').toBeGreaterThan(2 * HOUR_MS - TOLERANCE_MS);
  });

  test('a session ends twelve hours after signing in, however often it is used', async () => {
    const { all, keys } = await replicas(3);
    const [one, late, tooLate] = all.map(({ state }) => state.sessions('password'));
    const id = (await one?.open({ name: 'ada' })) ?? '';
    const name = await onlySession(withClient, keys);
    const openedAgo = (ms: number) => {
      const openedAt = (all[0]?.state.clock.now() ?? 0) - ms;
      const text = JSON.stringify({ version: 1, name: 'ada', openedAt });
      return withClient((client) => client.set(name, text, { expiration: 'KEEPTTL' }));
    };
    await openedAgo(11 * HOUR_MS);
    expect(await late?.use(id)).toEqual({ name: 'ada' });
    const leftMs = await withClient((client) => client.pTTL(name));
    expect(leftMs).toBeLessThan(HOUR_MS + TOLERANCE_MS);
    expect(leftMs).toBeGreaterThan(HOUR_MS - TOLERANCE_MS);
    await openedAgo(12 * HOUR_MS + TOLERANCE_MS);
    expect(await tooLate?.use(id)).toBeNull();
  });

  test('row 70: what is under way when a session is ended does not open it again, also when messages are lost', async () => {
    const redis = await startRedis();
    const proxy = await startFaultProxy(redis.port);
    const { all } = await replicas(2, { url: `redis://127.0.0.1:${proxy.port}` });
    for (const { state } of all) await state.ready(15_000);
    const [one, other] = pairOf(all.map(({ state }) => state.sessions('password')));
    proxy.loseMessages();
    const id = await one.open({ name: 'ada' });
    await Promise.all([one.use(id), other.use(id), one.end(id)]);
    expect(await one.use(id)).toBeNull();
    await proxy.close();
    await redis.kill();
  });

  test('row 70: a session that is ended while Redis cannot be reached is deleted when it is back', async () => {
    const redis = await startRedis();
    const proxy = await startFaultProxy(redis.port);
    const { all, keys } = await replicas(1, { url: `redis://127.0.0.1:${proxy.port}` });
    const [shared] = all;
    if (shared === undefined) throw new Error('one replica');
    await shared.state.ready(15_000);
    const sessions = shared.state.sessions('password');
    const [known, unknown] = [await sessions.open({ name: 'ada' }), await sessions.open({ name: 'bob' })];
    expect(await sessions.use(known)).toEqual({ name: 'ada' });
    const stored = async () =>
      [...(await readContents(redis.url)).keys()].filter((key) => key.startsWith(keys.session)).length;
    expect(await stored()).toBe(2);
    proxy.cut();
    await expect.poll(() => shared.state.downSince()).not.toBeNull();
    expect(await sessions.end(known), 'for signing out at the provider').toEqual({ name: 'ada' });
    expect(await sessions.end(unknown)).toBeNull();
    for (const id of [known, unknown]) expect(await sessions.use(id)).toBeNull();
    proxy.heal();
    await expect.poll(stored, { timeout: 15_000 }).toBe(0);
    await proxy.close();
    await redis.kill();
  });

  test('row 39: while Redis cannot be reached, a replica trusts what it knows of a session for a minute', async () => {
    const redis = await startRedis();
    const system = createSystemClock(null);
    let aheadMs = 0;
    const own = { ...system, monotonic: () => system.monotonic() + aheadMs };
    const { all } = await replicas(1, { url: redis.url, clocks: [own] });
    const [shared] = all;
    if (shared === undefined) throw new Error('one replica');
    await shared.state.ready(5_000);
    const sessions = shared.state.sessions('password');
    const [known, unknown] = [await sessions.open({ name: 'ada' }), await sessions.open({ name: 'bob' })];
    expect(await sessions.use(known)).toEqual({ name: 'ada' });
    await redis.kill();
    await expect.poll(() => shared.state.downSince()).not.toBeNull();
    aheadMs = 50_000;
    expect(await sessions.use(known)).toEqual({ name: 'ada' });
    await expect(sessions.use(unknown)).rejects.toThrow('shared_state_unreachable');
    aheadMs = 70_000;
    await expect(sessions.use(known)).rejects.toThrow('shared_state_unreachable');
  });
});

/** @returns the key of the one session that these replicas have */
async function onlySession(withClient: TestServer['withClient'], keys: Keys): Promise<string> {
  const names = await withClient((client) => client.keys('*'));
  const [name, ...others] = names.filter((key) => key.startsWith(keys.session));
  if (name === undefined || others.length > 0) throw new Error('one session');
  return name;
}
