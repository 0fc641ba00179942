import 'server-only';
import type { Logger } from 'pino';
import { DAY_MS } from '../../../contract/history-days.ts';
import type { Clock } from '../../clock.ts';
import type { Lease } from '../../shared/leadership.ts';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import { FORGOTTEN_MS } from '../../shared/redis/scripts.ts';
import { createHistory, type History, type SharedRecording } from '../history.ts';
import { createRedisHistory } from './redis-history.ts';

/**
 * Opens the history that all replicas share.
 *
 * @param parts.days how long everything is remembered, at least 1
 * @param parts.clock shared by all replicas
 */
export function openSharedHistory(parts: {
  channel: HistoryChannel;
  lease: Lease;
  days: number;
  maxBytes: number;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'info'>;
}): History {
  const { channel, lease, days, maxBytes, clock, log } = parts;
  const store = createRedisHistory({
    ...{ channel, lease, clock, log },
    keptMs: days * DAY_MS + FORGOTTEN_MS,
    forgottenMs: FORGOTTEN_MS,
  });
  const shared: SharedRecording = {
    lease,
    recorded() {
      const mark = store.mark();
      if (mark === null || mark === 'foreign' || mark.until === null) return null;
      return { at: mark.until, version: String(mark.revision), epoch: String(mark.epoch) };
    },
    problem() {
      const downSince = channel.downSince();
      if (downSince !== null) return { problem: 'unreachable', since: downSince };
      const since = store.foreignSince();
      return since === null ? null : { problem: 'other_version', since };
    },
  };
  return createHistory({
    ...{ store, shared, days, maxBytes, clock, log },
    replacement: null,
    problem: null,
    setAside: false,
  });
}
