import type { ShownFailure } from '@/components/errors/explain-error';
import { isOldData } from '@/lib/contract/old-data';
import type { Wall } from '@/lib/contract/wall';

/**
 * What the wall shows. `closed`: its token or session is not valid any more; `failed`: there is nothing to show; `lost`: the
 * server does not answer; `old`: the server answers with old data.
 */
export type WallState = 'loading' | 'closed' | 'failed' | 'lost' | 'old' | 'current';

/** Time without an answer after which the server counts as lost, milliseconds. The wall polls every 30 s. */
const LOST_MS = 70_000;
/** Time for the first crawl after a wall is opened, milliseconds. Without viewers the list is read rarely. */
const FIRST_CRAWL_MS = 20_000;

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
  if (now - answeredAt > LOST_MS) return 'lost';
  const { as_of, interval_s, degraded } = wall.meta;
  const isOld = isOldData(now - Date.parse(as_of), interval_s);
  const isBeingRead = degraded === null && now - openedAt < FIRST_CRAWL_MS;
  return isOld && !isBeingRead ? 'old' : 'current';
}
