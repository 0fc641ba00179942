import { expect, test } from 'vitest';
import { createListChanges } from '../../services/list-changes.ts';
import { describeWithServer, pairOf } from '../../shared/redis/test-replicas.fixtures.ts';
import type { History } from '../history.ts';
import { historyOf, lead, leadingReplica, NOON, readingAt } from './test-history.fixtures.ts';

const MINUTE = 60_000;

/** The body of GET /api/changes as a replica sends it, with its entity tag. */
async function served(history: History) {
  const { bytes, tag } = await createListChanges({ history, demo: false })({
    ...{ kind: [], type: [], region: [], limit: 50 },
  });
  return { text: new TextDecoder().decode(bytes), tag };
}

describeWithServer('the history that replicas share', ({ replicas, withClient }) => {
  test('the followers have what the leader has recorded, byte for byte', async () => {
    const { all } = await replicas(3);
    const histories = await Promise.all(all.map((shared) => historyOf(shared)));
    const [leader, ...followers] = histories;
    if (!leader || !all[0]) throw new Error('a leader');
    await lead(all[0]);
    await leader.read(0);
    await leader.read(1, [1, 2]);
    await leader.read(2, [2]);
    expect(await leader.kinds()).toEqual(['down 1', 'down 2', 'recovered 1']);
    for (const { history, kinds } of followers) {
      await expect.poll(() => history.version()).toBe(leader.history.version());
      expect(await kinds()).toEqual(['down 1', 'down 2', 'recovered 1']);
      expect(await served(history)).toEqual(await served(leader.history));
      const since = NOON - 1;
      expect(await history.fleet(since, NOON + MINUTE)).toEqual(
        await leader.history.fleet(since, NOON + MINUTE),
      );
    }
  });

  test('row 67: a follower learns of a reading although its message is lost, and records nothing itself', async () => {
    const { all, keys } = await replicas(2);
    const [leading, following] = pairOf(all);
    const [leader, follower] = [await historyOf(leading), await historyOf(following)];
    await lead(leading);
    await leader.read(0);
    const before = await withClient((client) => client.hGetAll(keys.history));
    follower.history.record(readingAt(1, [1, 2, 3]));
    await follower.history.stopRecording();
    expect(await withClient((client) => client.hGetAll(keys.history))).toEqual(before);
    expect(follower.warnings).toEqual([]);
    const silent = JSON.stringify({ ...JSON.parse(before.mark ?? ''), revision: 5, until: NOON + 5 });
    await withClient((client) => client.hSet(keys.history, 'mark', silent));
    await expect.poll(() => follower.history.version()).toMatch(/^5( |$)/);
    expect((await follower.history.watched(0, NOON)).until).toBe(NOON + 5);
  });

  test('row 85: when another replica leads, no change is recorded twice, none is lost, and the interval spans the handover', async () => {
    const { all } = await replicas(2);
    const [one, other] = pairOf(all);
    const [first, second] = [await historyOf(one), await historyOf(other)];
    await lead(one);
    await first.read(0, [3]);
    await first.read(1, [1, 3]);
    await first.history.stopRecording();
    await one.state.stop();
    await lead(other);
    await second.read(11, [1, 2]);
    expect(await second.kinds()).toEqual(['down 1', 'down 2', 'recovered 3']);
    const { changes } = await second.history.changes({ limit: 2 });
    expect(changes[1], 'from the last reading of the last leader').toMatchObject({ from: NOON + MINUTE });
    await expect.poll(async () => served(first.history)).toEqual(await served(second.history));
    const slots = await first.history.slots('00000000-0000-4000-8000-000000000001', 0);
    expect(
      slots?.map(({ at }) => at),
      'saved when the first leader ended',
    ).toEqual([NOON]);
  });

  test('row 65: a leader that was replaced without noticing records nothing any more', async () => {
    const { shared, keys } = await leadingReplica({ replicas });
    const { history, read, kinds, warnings } = await historyOf(shared);
    // Also its own history begins with its next reading.
    await read(0);
    const version = history.version();
    await withClient((client) => client.incr(keys.term));
    history.record(readingAt(1, [1]));
    await expect
      .poll(() => warnings)
      .toEqual(['observations were not added to the shared history, which is loaded again']);
    expect(history.version()).toBe(version);
    expect(history.status().problem, 'another one records').toBeNull();
    expect(await kinds()).toEqual([]);
  });

  test('row 68: a history of another version is left alone, and the log and the usage page say so', async () => {
    const { shared, keys } = await leadingReplica({ replicas });
    const foreign = {
      revision: '7',
      mark: JSON.stringify({ version: 99, shape: 'of the future' }),
      next: '?',
    };
    await withClient((client) => client.hSet(keys.history, foreign));
    const { history, warnings } = await historyOf(shared);
    await expect.poll(() => history.status().problem?.problem).toBe('other_version');
    history.record(readingAt(0));
    history.record(readingAt(1, [1]));
    await history.stopRecording();
    await expect(history.changes({ limit: 1 })).rejects.toThrow('shared_state_unreachable');
    expect(await withClient((client) => client.hGetAll(keys.history))).toEqual(foreign);
    expect(await withClient((client) => client.keys(`${keys.history}:*`))).toEqual([]);
    expect(warnings.filter((text) => text === 'left a shared record of another version alone')).toHaveLength(
      1,
    );
  });

  test('row 41: when Redis has lost its data, the history begins anew with the next reading', async () => {
    const { all } = await replicas(2);
    const [leading, following] = pairOf(all);
    const [leader, follower] = [await historyOf(leading), await historyOf(following)];
    await lead(leading);
    await leader.read(0);
    await leader.read(1, [1]);
    const term = leading.lease.term();
    await withClient((client) => client.flushAll());
    await expect.poll(() => leading.lease.term()).not.toBe(term);
    await expect.poll(() => follower.history.version()).toBe('');
    expect(await follower.kinds()).toEqual([]);
    await leader.read(2, [1]);
    await leader.read(3, [1, 2]);
    expect(await leader.kinds(), 'nothing is known of the time before').toEqual(['down 2']);
    expect((await leader.history.watched(0, NOON + 9 * MINUTE)).from).toBe(NOON + 2 * MINUTE);
    await expect.poll(() => follower.kinds()).toEqual(['down 2']);
  });

  test('row 41: after Redis has restored older data, what has changed since then is observed again, once', async () => {
    const { all, keys } = await replicas(2);
    const [leading, following] = pairOf(all);
    const [leader, follower] = [await historyOf(leading), await historyOf(following)];
    await lead(leading);
    await leader.read(0);
    const names = await withClient((client) => client.keys(`${keys.history}*`));
    await withClient(async (client) => {
      for (const name of names) await client.copy(name, `copy:${name}`);
    });
    await leader.read(1, [1, 2]);
    await expect.poll(() => follower.kinds()).toEqual(['down 1', 'down 2']);
    await withClient(async (client) => {
      await client.del(await client.keys(`${keys.history}*`));
      for (const name of names) await client.rename(`copy:${name}`, name);
    });
    await leader.read(2, [3, 1]);
    expect(await leader.kinds()).toEqual(['down 1', 'down 3']);
    // Nothing of what it has kept.
    await expect.poll(() => follower.kinds()).toEqual(['down 1', 'down 3']);
    const { changes } = await follower.history.changes({ limit: 2 });
    expect(changes[1]).toMatchObject({ from: NOON });
  });

  test('the past of demo data is recorded once, by the leader', async () => {
    const { all } = await replicas(2);
    const [one, other] = pairOf(all);
    const past = () => [readingAt(0), readingAt(1, [1])];
    const first = await historyOf(one, { past });
    const second = await historyOf(other, { past });
    expect(second.history.version()).toBe('');
    await lead(one);
    await expect.poll(() => second.kinds()).toEqual(['down 1']);
    await one.state.stop();
    await lead(other);
    await second.read(2);
    expect(await first.kinds().then((kinds) => kinds.slice(0, 1))).toEqual(['down 1']);
    await expect.poll(() => first.kinds()).toEqual(['down 1', 'recovered 1']);
  });
});
