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

/** The polling interval of a list, milliseconds. @param error why the last request failed; null when it did not */
export function listPollInterval(
  list: MonitorList | undefined,
  error: Error | null,
  refreshInterval: RefreshInterval,
): number {
  const isNotReady = error instanceof ApiError && error.body?.code === 'not_ready';
  if (isNotReady || list?.meta.inventory.state === 'reading') return READING_MS;
  if (list === undefined) return NOTHING_MS;
  return refreshInterval === 'off' ? PAUSED_MS : Number(refreshInterval) * 1000;
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
