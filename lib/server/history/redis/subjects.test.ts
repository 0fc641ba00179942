import { expect, test } from 'vitest';
import { aMonitor } from '../../inventory/arbitrary-monitors.fixtures.ts';
import { describeWithServer } from '../../shared/redis/test-replicas.fixtures.ts';
import { historyKeys } from './layout.ts';
import { createSubjects } from './subjects.ts';
import { leadingReplica, NOON, storeOf } from './test-history.fixtures.ts';

const counts = { down: 0, overdue: 0, unknown: 0, pending: 0, up: 1, inactive: 0 };
const fleet = { at: NOON, firstAt: NOON, lastAt: NOON, counts: { condition: counts, maintenance: 0 } };

describeWithServer('the subjects that a replica keeps', ({ replicas }) => {
  test('an earlier name is dropped when all changes that have it are forgotten', async () => {
    const { shared } = await leadingReplica({ replicas });
    const channel = shared.state.history;
    const store = storeOf(shared);
    const subjects = createSubjects(channel);
    const names = async () => {
      const mark = store.mark();
      if (mark === null || mark === 'foreign') throw new Error('a mark');
      const all = await subjects.upTo(historyKeys(channel, mark.generation), mark);
      return [...all.values()].map(({ fields }) => fields.name);
    };
    for (const [n, name] of ['First', 'Second', 'Third'].entries()) {
      const monitor = aMonitor(1, { name });
      const change = { kind: 'edited', from: 0, to: NOON + n, monitor, condition: 'up', edits: {} } as const;
      await store.append({ changes: [change], known: [{ monitor, seenAt: null }], removed: [] });
    }
    await store.finish({ at: NOON, until: NOON + 9, completeAt: NOON, fleet });
    expect(await names()).toEqual(['First', 'Second', 'Third']);
    await store.forget(NOON + 2);
    expect(await names()).toEqual(['Third']);
  });
});
