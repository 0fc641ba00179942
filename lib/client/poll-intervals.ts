import type { MonitorDetail, MonitorList } from '../contract/answers';
import type { RefreshInterval } from '../contract/refresh-interval';
import { ApiError } from './fetch-json';

/** The first crawl brings more every moment, milliseconds. */
const READING_MS = 2000;
/** With nothing to show; the server spares upstream, milliseconds. */
const NOTHING_MS = 5000;
/** A viewer who has paused still sees true counters and notices, milliseconds. */
const PAUSED_MS = 300_000;
const DETAIL_MS = 60_000;

/** Polling interval of the usage counters, milliseconds. */
export const USAGE_POLL_MS = 15_000;

/** An inventory that is read when it should be is there by then, milliseconds after `refresh_at`. */
const READING_TAKES_MS = 1000;
/** Viewers who were answered at different moments ask again at different moments, milliseconds. */
const SPREAD_MS = 2000;
/** While a reading takes longer than it should, it is asked for again soon, but not for longer than this, milliseconds. */
const LATE_MS = 15_000;

/**
 * The polling interval of a list, milliseconds: soon after the server has read the monitors again, but no later than the
 * viewer wants.
 *
 * @param answer.error why the last request failed; null when it did not
 * @param answer.at when the list was received, epoch milliseconds of the browser
 * @param serverNow the server's time, epoch milliseconds
 */
export function listPollInterval(
  { list, error, at }: { list: MonitorList | undefined; error: Error | null; at: number },
  refreshInterval: RefreshInterval,
  serverNow: number,
): number {
  const isNotReady = error instanceof ApiError && error.body?.code === 'not_ready';
  if (isNotReady || list?.meta.inventory.state === 'reading') return READING_MS;
  if (list === undefined) return NOTHING_MS;
  if (refreshInterval === 'off') return PAUSED_MS;
  const wanted = Number(refreshInterval) * 1000;
  if (error !== null) return wanted;
  const left = Date.parse(list.meta.refresh_at) - serverNow;
  if (left < -LATE_MS) return wanted;
  return Math.min(wanted, left < 0 ? NOTHING_MS : left + READING_TAKES_MS + (at % SPREAD_MS));
}

/**
 * The polling interval of one monitor, milliseconds; false: none. Each reading of a monitor can cost a request upstream, so a
 * viewer who has paused asks for it by hand.
 */
export function detailPollInterval(
  detail: MonitorDetail | undefined,
  error: Error | null,
  refreshInterval: RefreshInterval,
): number | false {
  if (detail === undefined) return NOTHING_MS;
  return refreshInterval === 'off' && error === null ? false : DETAIL_MS;
}
