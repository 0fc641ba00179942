import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startRedis } from '../../../../e2e/support/redis-server.ts';
import { freePort } from '../../../launch/free-port.ts';
import { FailureError } from '../../errors.ts';
import { aMonitor, uuidOf } from '../../inventory/arbitrary-monitors.fixtures.ts';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import { describeWithServer, pairOf } from '../../shared/redis/test-replicas.fixtures.ts';
import { RefusedWriteError } from '../refused-write.ts';
import { emptySlot } from '../slot.ts';
import { historyOf, lead, leadingReplica, NOON, readingAt, storeOf } from './test-history.fixtures.ts';

const MINUTE = 60_000;
const unreachable = () => new FailureError({ code: 'shared_state_unreachable' });
const changeOf = (n: number) =>
  ({ kind: 'down', from: NOON, to: NOON + 1, monitor: aMonitor(n), condition: 'down', edits: null }) as const;
const slotEntry = (n: number) => ({ uuid: uuidOf(n), slot: { ...emptySlot, seen: 8 }, lastCheck: NOON });

/** A channel whose next writes go elsewhere. */
function faulty(channel: HistoryChannel) {
  let fault: HistoryChannel['write'] | null = null;
  return {
    channel: { ...channel, write: (values) => (fault ?? channel.write)(values) } satisfies HistoryChannel,
    fail(write: HistoryChannel['write'] | null) {
      fault = write;
    },
  };
}

describeWithServer('writes to the history that replicas share', ({ url, replicas, withClient }) => {
  test('row 65: after the end of a term no write changes anything', async () => {
    const { shared, keys } = await leadingReplica({ replicas });
    const store = storeOf(shared);
    await store.append({ changes: [changeOf(1)], known: [], removed: [] });
    await withClient((client) => client.incr(keys.term));
    const content = async () => {
      const all = await withClient((client) => client.keys(`${keys.history}*`));
      return [all.sort(), await withClient((client) => client.hGetAll(keys.history))];
    };
    const before = await content();
    const counts = { down: 0, overdue: 0, unknown: 0, pending: 0, up: 1, inactive: 0 };
    const fleet = { at: NOON, firstAt: NOON, lastAt: NOON, counts: { condition: counts, maintenance: 0 } };
    const writes = [
      () => store.append({ changes: [changeOf(2)], known: [], removed: [] }),
      () => store.finish({ at: NOON, until: NOON, completeAt: NOON, fleet }),
      () => store.saveSlots(NOON, [slotEntry(1)]),
    ];
    for (const write of writes) {
      await store.load();
      await expect(write()).rejects.toThrow(new RefusedWriteError('replaced'));
    }
    expect(await content()).toEqual(before);
  });

  test('row 85: what a leader that was killed had recorded of a reading is neither shown before the next one nor repeated', async () => {
    const { all } = await replicas(2);
    const [one, other] = pairOf(all);
    const { channel, fail } = faulty(one.state.history);
    const [first, second] = [await historyOf(one, { channel }), await historyOf(other)];
    await lead(one);
    await first.read(0);
    await first.read(1, [1]);
    const { promise: isKilled, resolve: kill } = Promise.withResolvers<void>();
    // The changes are written, the end of the reading is not.
    fail(async (values) => {
      if (values.mark === null) return one.state.history.write(values);
      kill();
      return new Promise(() => {});
    });
    first.history.record(readingAt(2, [2]));
    await isKilled;
    const lasted = async () => (await second.history.changes({ limit: 9 })).changes.map((one) => one.lasted);
    expect(await second.kinds()).toEqual(['down 1']);
    expect(await lasted(), 'it has not ended in a recorded reading').toEqual([null]);
    await one.state.stop();
    await lead(other);
    await second.read(12, [2, 3]);
    expect(await second.kinds()).toEqual(['down 1', 'recovered 1', 'down 2', 'down 3']);
    const { changes } = await second.history.changes({ limit: 3 });
    expect(changes.map(({ from }) => from)).toEqual([NOON + MINUTE, NOON + MINUTE, NOON + MINUTE]);
    expect((await lasted()).at(-1)).toEqual({ atLeastS: 10, atMostS: 110 });
  });

  test('a write whose reply was lost is not repeated', async () => {
    const { shared } = await leadingReplica({ replicas });
    const { channel, fail } = faulty(shared.state.history);
    const { history, read, kinds } = await historyOf(shared, { channel });
    await lead(shared);
    await read(0);
    fail(async (values) => {
      await shared.state.history.write(values);
      throw unreachable();
    });
    history.record(readingAt(1, [1]));
    await expect.poll(() => history.status().problem?.problem).toBe('unreachable');
    fail(null);
    await read(2, [1, 2]);
    expect(history.status().problem).toBeNull();
    expect(await kinds()).toEqual(['down 1', 'down 2']);
  });

  test('after a write of which it is not known whether it was applied, the history must be loaded', async () => {
    const { shared } = await leadingReplica({ replicas });
    const { channel, fail } = faulty(shared.state.history);
    const store = storeOf(shared, channel);
    const append = () => store.append({ changes: [changeOf(1)], known: [], removed: [] });
    await append();
    fail(async () => {
      throw unreachable();
    });
    await expect(store.saveSlots(NOON, [slotEntry(1)])).rejects.toThrow('shared_state_unreachable');
    fail(null);
    await expect(append()).rejects.toThrow(new RefusedWriteError('conflict'));
    await store.load();
    await append();
  });

  test('a write that arrives after it was given up changes nothing', async () => {
    const { shared } = await leadingReplica({ replicas });
    const { channel, fail } = faulty(shared.state.history);
    const { history, read, kinds } = await historyOf(shared, { channel });
    await read(0);
    const late: Parameters<HistoryChannel['write']>[0][] = [];
    fail(async (values) => {
      late.push(values);
      throw unreachable();
    });
    history.record(readingAt(1, [1]));
    await expect.poll(() => history.status().problem?.problem).toBe('unreachable');
    fail(null);
    await read(2, [1]);
    const [values] = late;
    expect(values && (await shared.state.history.write(values))).toBe('conflict');
    await read(3, [1]);
    expect(await kinds()).toEqual(['down 1']);
  });

  test('row 38: while Redis cannot be reached nothing is recorded, the usage page says so, and it goes on by itself', async () => {
    const port = await freePort();
    const redis = await startRedis(port);
    onTestFinished(redis.kill);
    const [shared, following] = pairOf((await replicas(2, { url: redis.url })).all);
    const [{ history, read, kinds }, follower] = [await historyOf(shared), await historyOf(following)];
    await Promise.all([shared, following].map(({ state }) => state.ready(5_000)));
    await lead(shared);
    await read(0);
    redis.signal('SIGSTOP');
    history.record(readingAt(1, [1]));
    await expect.poll(() => history.status().problem?.problem).toBe('unreachable');
    await expect(history.slots(uuidOf(1), 0)).rejects.toThrow('shared_state_unreachable');
    await expect.poll(() => follower.history.status().problem?.problem).toBe('unreachable');
    redis.signal('SIGCONT');
    for (const { state } of [shared, following]) {
      await expect.poll(() => state.downSince()).toBeNull();
    }
    await read(2, [1]);
    for (const one of [history, follower.history]) expect(one.status().problem).toBeNull();
    expect(await kinds()).toEqual(['down 1']);
  });

  test('row 39: a replica that has not learned yet whether anything is stored says so while Redis cannot be reached', async () => {
    const redis = await startRedis();
    onTestFinished(redis.kill);
    const [shared] = (await replicas(1, { url: redis.url })).all;
    if (shared === undefined) throw new Error('one replica');
    await shared.state.ready(5_000);
    const store = storeOf(shared);
    expect(await store.changes({ limit: 9 })).toEqual({ changes: [], next: null });
    await redis.kill();
    await expect.poll(() => shared.state.downSince()).not.toBeNull();
    await expect(store.changes({ limit: 9 })).rejects.toThrow('shared_state_unreachable');
  });

  test('a user with the privileges of docs/operations.md can record, read and forget', async () => {
    const documented = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    const [, rules = ''] = /ACL SETUSER sightline (.*)/.exec(documented) ?? [];
    await withClient((client) => client.sendCommand(['ACL', 'SETUSER', 'sightline', ...rules.split(' ')]));
    const [shared] = (await replicas(1, { url: url().replace('//', '//sightline:password@') })).all;
    if (shared === undefined) throw new Error('one replica');
    const { history, read, kinds, warnings } = await historyOf(shared);
    await shared.state.ready(5_000);
    await lead(shared);
    await read(0);
    await read(1, [1]);
    await read(30, [2]);
    expect(await kinds()).toEqual(['down 1', 'recovered 1', 'down 2']);
    const query = { kinds: new Set(['down'] as const), since: NOON, until: NOON + MINUTE, limit: 9 };
    expect((await history.changes(query)).changes).toHaveLength(1);
    expect((await history.changes({ uuid: uuidOf(2), limit: 9 })).changes).toHaveLength(1);
    expect(await history.slots(uuidOf(1), 0)).toHaveLength(1);
    const store = storeOf(shared);
    await store.load();
    await store.forget(NOON + 40 * 86_400_000);
    expect(await store.size()).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
    expect(await withClient((client) => client.sendCommand(['ACL', 'LOG']))).toEqual([]);
  });
});
