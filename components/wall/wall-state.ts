import type { ShownFailure } from '@/components/errors/explain-error';
import { isOldData } from '@/lib/contract/limits';
import type { Wall } from '@/lib/contract/wall';

/**
 * What the wall shows. `closed`: its token or session is not valid any more; `failed`: there is nothing to show; `current`: the
 * last known rows; `doubtful`: these dimmed, below a band that says their age; `expired`: only their age.
 */
export type WallState = 'loading' | 'closed' | 'failed' | 'expired' | 'doubtful' | 'current';

/** Time without an answer after which the server counts as lost, milliseconds. The wall polls every 30 s. */
const LOST_MS = 70_000;
/** Time for the first crawl after a wall is opened, milliseconds. Without viewers the list is read rarely. */
const FIRST_CRAWL_MS = 20_000;
/** Rows stay at least this long without a new reading, and at least this number of intervals. */
const EXPIRED_MIN_MS = 600_000;
const EXPIRED_INTERVALS = 10;

/** Whether the server has not answered for too long. @param sinceAnswer milliseconds */
export function isLost(sinceAnswer: number): boolean {
  return sinceAnswer > LOST_MS;
}

/**
 * Decides what the wall shows. Times are epoch milliseconds. Pure.
 *
 * @param given.answeredAt the last answer; `openedAt`: when this wall was opened
 */
export function wallState(given: {
  wall: Pick<Wall, 'meta'> | undefined;
  failure: Pick<ShownFailure, 'code'> | null;
  answeredAt: number;
  openedAt: number;
  now: number;
}): WallState {
  const { wall, failure, answeredAt, openedAt, now } = given;
  if (failure?.code === 'invalid_token' || failure?.code === 'signed_out') return 'closed';
  if (failure?.code === 'invalid_parameter') return 'failed';
  if (wall === undefined) return failure === null || failure.code === 'not_ready' ? 'loading' : 'failed';
  const { as_of, interval_s, degraded } = wall.meta;
  const age = now - Date.parse(as_of);
  const isFailing = degraded !== null || isLost(now - answeredAt);
  if (!isFailing && now - openedAt < FIRST_CRAWL_MS) return 'current';
  if (age > Math.max(EXPIRED_MIN_MS, EXPIRED_INTERVALS * interval_s * 1000)) return 'expired';
  return isFailing || isOldData(age, interval_s) ? 'doubtful' : 'current';
}
