import 'server-only';
import type { Peers } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';

/** Minimum number of response times for a comparison. */
const MIN_TIMES = 5;
/** Maximum number of values in a response, enough for an unchanged chart. */
const MAX_TIMES = 200;

type TimedMonitor = Pick<
  InventoryMonitor,
  'monitor_uuid' | 'type' | 'regions' | 'condition' | 'last_response_time_ms'
>;

/**
 * Compares the response time of a monitor with those of monitors with the same type and first region that are up.
 * Others are excluded, because failures are quick and the time of an overdue monitor is outdated. Null when there are
 * fewer than 5 times.
 *
 * @param monitor the shown monitor, which may have been read later than `listed`
 */
export function peersOf(listed: readonly InventoryMonitor[], monitor: TimedMonitor): Peers | null {
  const [region] = monitor.regions;
  if (region === undefined) return null;
  const uuid = monitor.monitor_uuid.toLowerCase();
  const times: number[] = [];
  for (const other of listed) {
    if (other.type !== monitor.type || other.regions[0] !== region) continue;
    const time = timeOf(other);
    if (time !== null && other.monitor_uuid.toLowerCase() !== uuid) times.push(time);
  }
  const shown = timeOf(monitor);
  const rank = shown === null ? null : 1 + times.filter((time) => time < shown).length;
  if (shown !== null) times.push(shown);
  if (times.length < MIN_TIMES) return null;
  times.sort((a, b) => a - b);
  return {
    type: monitor.type,
    region,
    count: times.length,
    rank,
    median_ms: medianOf(times),
    times: downsample(times),
  };
}

/** The comparable response time of a monitor: that of an up check which is not overdue, else null. */
function timeOf({ condition, last_response_time_ms }: TimedMonitor): number | null {
  return condition === 'up' ? last_response_time_ms : null;
}

function medianOf(sorted: readonly number[]): number {
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper;
  return Math.round((lower + upper) / 2);
}

/** Returns at most `MAX_TIMES` of the values, evenly distributed by rank, including the first and the last. */
function downsample(sorted: number[]): number[] {
  if (sorted.length <= MAX_TIMES) return sorted;
  const step = (sorted.length - 1) / (MAX_TIMES - 1);
  return Array.from({ length: MAX_TIMES }, (_, index) => sorted[Math.round(index * step)] ?? 0);
}
