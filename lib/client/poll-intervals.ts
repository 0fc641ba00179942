import type { RefreshInterval } from '../contract/refresh-interval';
import type { InventoryState, MonitorDetail, MonitorList } from '../contract/responses';
import { ApiError } from './fetch-json';

/** Polling interval during the first crawl, whose data grows all the time. */
export const FIRST_CRAWL_POLL_MS = 2000;
/** Polling interval without data. It causes no upstream load, because the server limits its own requests. */
const NO_DATA_POLL_MS = 5000;
/** Polling interval of a viewer who has paused, for correct counters and notices. */
export const PAUSED_POLL_MS = 300_000;
const DETAIL_POLL_MS = 60_000;

export const USAGE_POLL_MS = 15_000;
/** Polling interval of changes and histories. */
export const HISTORY_POLL_MS = 30_000;
/** Time that a crawl may take: a list is polled this long after `refresh_at`, milliseconds. */
const EXPECTED_CRAWL_MS = 1000;
/** Polls of different viewers are spread over this time, by the time of their last response, milliseconds. */
const SPREAD_MS = 2000;
/** A late crawl is polled every `NO_DATA_POLL_MS` until it is this late, milliseconds. */
const MAX_LATE_MS = 15_000;

/** What the interval depends on, of a list or a wall. */
interface PolledList {
  meta: Pick<MonitorList['meta'], 'refresh_at'> & { inventory: Pick<InventoryState, 'state'> };
}

/**
 * Returns the polling interval of a list, milliseconds: shortly after the server's next crawl, but at most the viewer's
 * interval. `at`: when the list was received, epoch milliseconds of the browser. `serverNow`: that of the server.
 */
export function listPollInterval(
  { list, error, at }: { list: PolledList | undefined; error: Error | null; at: number },
  refreshInterval: RefreshInterval,
  serverNow: number,
): number {
  const isNotReady = error instanceof ApiError && error.body?.code === 'not_ready';
  if (isNotReady || list?.meta.inventory.state === 'reading') return FIRST_CRAWL_POLL_MS;
  if (list === undefined) return NO_DATA_POLL_MS;
  if (refreshInterval === 'off') return PAUSED_POLL_MS;
  const wanted = Number(refreshInterval) * 1000;
  if (error !== null) return wanted;
  const dueInMs = Date.parse(list.meta.refresh_at) - serverNow;
  if (dueInMs < -MAX_LATE_MS) return wanted;
  return Math.min(wanted, dueInMs < 0 ? NO_DATA_POLL_MS : dueInMs + EXPECTED_CRAWL_MS + (at % SPREAD_MS));
}

/** The same for one monitor; false for a viewer who has paused, because each request can cost an upstream request. */
export function detailPollInterval(
  detail: MonitorDetail | undefined,
  error: Error | null,
  refreshInterval: RefreshInterval,
): number | false {
  if (detail === undefined) return NO_DATA_POLL_MS;
  return refreshInterval === 'off' && error === null ? false : DETAIL_POLL_MS;
}
