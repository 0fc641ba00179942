import { expect } from 'vitest';
import { aMonitor, fieldsOf } from '../../inventory/arbitrary-monitors.fixtures.ts';
import { buildSnapshot, type Snapshot } from '../../inventory/snapshot.ts';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import type { TestServer } from '../../shared/redis/test-replicas.fixtures.ts';
import type { SharedByAll } from '../../shared/shared.ts';
import type { History } from '../history.ts';
import { openSharedHistory } from './open-shared-history.ts';
import { createRedisHistory } from './redis-history.ts';

const DAY_MS = 86_400_000;
const MINUTE = 60_000;
export const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const silent = { warn: () => {}, info: () => {} };

/** The last time that the clock of a replica has shown to any of its stores. */
const lastTimes = new WeakMap<SharedByAll, number>();

/** A clock that never shows the same time twice, so that each history has a name of its own. */
function strictClock(shared: SharedByAll) {
  const { clock } = shared.state;
  return {
    ...clock,
    now() {
      const time = Math.max((lastTimes.get(shared) ?? 0) + 1, clock.now());
      lastTimes.set(shared, time);
      return time;
    },
  };
}

/** The store of a replica. */
export function storeOf(shared: SharedByAll, channel: HistoryChannel = shared.state.history) {
  return createRedisHistory({
    ...{ channel, lease: shared.lease, clock: strictClock(shared), log: silent },
    keptMs: 30 * DAY_MS,
    forgottenMs: 30 * DAY_MS,
  });
}

/** Makes a replica lead. */
export async function lead(shared: SharedByAll): Promise<void> {
  void shared.state.start();
  await expect.poll(() => shared.lease.term()).not.toBeNull();
}

/** Starts a replica of a new owner that leads. */
export async function leadingReplica({ replicas }: Pick<TestServer, 'replicas'>) {
  const { all, ...rest } = await replicas(1);
  const [shared] = all;
  if (shared === undefined) throw new Error('one replica');
  await lead(shared);
  return { shared, ...rest };
}

/** The history as a replica records and reads it. */
export interface TestHistory {
  history: History;
  warnings: string[];
  /** Records the reading of a minute after noon and waits until it is stored. @param down numbers of monitors that are down */
  read(minute: number, down?: readonly number[]): Promise<void>;
  /** Kinds of all changes and numbers of their monitors, the oldest first. */
  kinds(): Promise<string[]>;
}

/** Monitors 1 to 40, of which some are down. */
export function readingAt(minute: number, down: readonly number[] = []): Snapshot {
  const asOf = NOON + minute * MINUTE;
  const rows = Array.from({ length: 40 }, (_, n) => {
    const last_check_at = new Date(asOf - 10_000).toISOString();
    const last_status = down.includes(n + 1) ? 'down' : 'up';
    return {
      monitor: fieldsOf(aMonitor(n + 1, { last_status, last_check_at })),
      asOf,
      upstreamNow: asOf,
    };
  });
  return buildSnapshot({ rows, previous: null, asOf, evidence: 'complete', missing: null });
}

/** Opens the history of a replica before it can lead. @param past see `History.start` */
export async function historyOf(
  shared: SharedByAll,
  { channel = shared.state.history, past }: { channel?: HistoryChannel; past?: () => Snapshot[] } = {},
): Promise<TestHistory> {
  const warnings: string[] = [];
  const history = openSharedHistory({
    ...{ channel, lease: shared.lease, clock: shared.state.clock, days: 30, maxBytes: 1e9 },
    log: { info: () => {}, warn: (_: unknown, text?: string) => void warnings.push(text ?? '') },
  });
  await history.start(past);
  return {
    history,
    warnings,
    async read(minute, down) {
      const snapshot = readingAt(minute, down);
      history.record(snapshot);
      await expect.poll(async () => (await history.watched(0, 0)).until).toBe(snapshot.asOf);
    },
    async kinds() {
      const { changes } = await history.changes({ limit: 1000 });
      return changes
        .map(({ kind, monitor }) => `${kind} ${Number(monitor.monitor_uuid.slice(-3))}`)
        .reverse();
    },
  };
}
