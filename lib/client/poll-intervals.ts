import type { InventoryState, MonitorDetail, MonitorList } from '../contract/responses';
import { ApiError } from './fetch-json';

/** Polling interval during the first crawl, whose data grows all the time. */
export const FIRST_CRAWL_POLL_MS = 2000;
/** Polling interval without data. It causes no upstream load, because the server limits its own requests. */
const NO_DATA_POLL_MS = 5000;
/** Maximum polling interval of a viewer who looks. It causes no upstream load, and a wall must notice soon that it has lost the server. */
const POLL_MAX_MS = 30_000;
/** Polling interval of a viewer who has paused, for correct counters and notices. */
export const PAUSED_POLL_MS = 300_000;
const DETAIL_POLL_MS = 60_000;

export const USAGE_POLL_MS = 15_000;
/** Polling interval of changes and histories. */
export const HISTORY_POLL_MS = 30_000;
/** Time that a crawl may take: a list is polled this long after `refresh_at`, and this often while it is being read, milliseconds. */
const EXPECTED_CRAWL_MS = 1000;
/** A crawl that has taken longer is polled every `NO_DATA_POLL_MS`, milliseconds. */
const LONG_CRAWL_MS = 10_000;
/** Polls of different viewers are spread over this time, by the time of their last response, milliseconds. */
const SPREAD_MS = 2000;
/** A crawl that is late is polled every `NO_DATA_POLL_MS` for this time, milliseconds. */
const MAX_LATE_MS = 15_000;

/** What the interval depends on, of a list or a wall. */
interface PolledList {
  meta: Pick<MonitorList['meta'], 'refresh_at'> &
    Partial<Pick<MonitorList['meta'], 'reading'>> & { inventory: Pick<InventoryState, 'state'> };
}

/**
 * Returns the polling interval of a list, milliseconds: shortly after the server's next crawl, and often while one runs.
 * `at`: when the list was received, `now`: the present time, epoch milliseconds of the browser. `serverNow`: that of the server.
 */
export function listPollInterval(
  { list, error, at, now }: { list: PolledList | undefined; error: Error | null; at: number; now: number },
  isPaused: boolean,
  serverNow: number,
): number {
  const isNotReady = error instanceof ApiError && error.body?.code === 'not_ready';
  if (isNotReady || list?.meta.inventory.state === 'reading') return FIRST_CRAWL_POLL_MS;
  if (list === undefined) return NO_DATA_POLL_MS;
  const { reading, refresh_at } = list.meta;
  if (error === null && reading) {
    return serverNow - Date.parse(reading.started_at) < LONG_CRAWL_MS ? EXPECTED_CRAWL_MS : NO_DATA_POLL_MS;
  }
  if (isPaused) return PAUSED_POLL_MS;
  // The computer was asleep, or the tab was frozen.
  if (error === null && now - at > POLL_MAX_MS + SPREAD_MS) return EXPECTED_CRAWL_MS;
  const dueInMs = Date.parse(refresh_at) - serverNow;
  if (error !== null || dueInMs < -MAX_LATE_MS) return POLL_MAX_MS;
  const nextMs = dueInMs < 0 ? NO_DATA_POLL_MS : dueInMs + EXPECTED_CRAWL_MS + (at % SPREAD_MS);
  return Math.min(POLL_MAX_MS, nextMs);
}

/** Returns the polling interval of one monitor, milliseconds; false for a viewer who has paused: each poll can cost an upstream request. */
export function detailPollInterval(
  detail: MonitorDetail | undefined,
  error: Error | null,
  isPaused: boolean,
): number | false {
  if (detail === undefined) return NO_DATA_POLL_MS;
  return isPaused && error === null ? false : DETAIL_POLL_MS;
}
