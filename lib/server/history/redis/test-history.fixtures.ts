import { expect } from 'vitest';
import type { TestServer } from '../../shared/redis/test-replicas.fixtures.ts';
import type { SharedByAll } from '../../shared/shared.ts';
import { createRedisHistory } from './redis-history.ts';

const DAY_MS = 86_400_000;
const silent = { warn: () => {}, info: () => {} };

/** A clock that never shows the same time twice, so that each history has a name of its own. */
function strictClock({ state: { clock } }: SharedByAll) {
  let last = 0;
  return {
    ...clock,
    now() {
      last = Math.max(last + 1, clock.now());
      return last;
    },
  };
}

/** The store of a replica. @param log.warn receives what it says */
export function historyOf(shared: SharedByAll, log: { warn: (_: unknown, text?: string) => void } = silent) {
  const { state, lease } = shared;
  return createRedisHistory({
    ...{ channel: state.history, lease, clock: strictClock(shared), log },
    keptMs: 30 * DAY_MS,
    forgottenMs: 30 * DAY_MS,
  });
}

/** Starts a replica of a new owner that leads. */
export async function leadingReplica({ replicas }: TestServer) {
  const { all, ...rest } = await replicas(1);
  const [shared] = all;
  if (shared === undefined) throw new Error('one replica');
  void shared.state.start();
  await expect.poll(() => shared.lease.term()).not.toBeNull();
  return { shared, ...rest };
}
