import 'server-only';
import type { Peers } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/compact-row.ts';
import type { InventoryIndex } from './inventory-index.ts';

/** Minimum number of response times for a comparison. */
const MIN_TIMES = 5;
/** Maximum number of values in a response, enough for an unchanged chart. */
const MAX_TIMES = 200;

type TimedMonitor = Pick<InventoryMonitor, 'type' | 'regions' | 'condition' | 'last_response_time_ms'>;

/**
 * Compares the response time of a monitor with those of monitors with the same type and first region that are up.
 * Others are excluded, because failures are quick and the time of an overdue monitor is outdated. Null when there are
 * fewer than 5 times.
 *
 * @param monitor the shown monitor, which may have been read later than the snapshot
 * @param listed the same monitor in the snapshot
 */
export function peersOf(
  index: InventoryIndex,
  monitor: TimedMonitor,
  listed: TimedMonitor | undefined,
): Peers | null {
  const [region] = monitor.regions;
  if (region === undefined) return null;
  const isListedHere = listed?.type === monitor.type && listed.regions[0] === region;
  const others = without(
    timesOf(index, monitor.type, region),
    listed && isListedHere ? timeOf(listed) : null,
  );
  const own = timeOf(monitor);
  const times = own === null ? others : withValue(others, own);
  if (times.length < MIN_TIMES) return null;
  return {
    type: monitor.type,
    region,
    count: times.length,
    rank: own === null ? null : 1 + countLess(others, own),
    median_ms: medianOf(times),
    times: downsample(times),
  };
}

/** The comparable response time of a monitor: that of an up check which is not overdue, else null. */
function timeOf({ condition, last_response_time_ms }: TimedMonitor): number | null {
  return condition === 'up' ? last_response_time_ms : null;
}

/** Sorted times by type and region, computed once per snapshot, which takes milliseconds for 100,000 monitors. */
const sortedTimes = new WeakMap<InventoryIndex, Map<string, Float64Array>>();

function timesOf(index: InventoryIndex, type: string, region: string): Float64Array {
  const cached = sortedTimes.get(index) ?? new Map<string, Float64Array>();
  sortedTimes.set(index, cached);
  const key = JSON.stringify([type, region]);
  const times = cached.get(key) ?? readTimes(index, type, region).sort();
  cached.set(key, times);
  return times;
}

function readTimes({ profiles, snapshot }: InventoryIndex, type: string, region: string): Float64Array {
  const isPeer = profiles.all.map(
    (profile) => profile.type[0] === type && profile.region[0] === region && profile.condition[0] === 'up',
  );
  const times = new Float64Array(profiles.profileOfRow.length);
  let length = 0;
  for (let row = 0; row < times.length; row++) {
    if (isPeer[profiles.profileOfRow[row] ?? -1] !== true) continue;
    const monitor = snapshot.monitors[row];
    const time = monitor ? timeOf(monitor) : null;
    if (time !== null) times[length++] = time;
  }
  return times.slice(0, length);
}

/** Number of the sorted values that are less than `value`. */
function countLess(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function without(sorted: Float64Array, value: number | null): Float64Array {
  if (value === null) return sorted;
  const index = countLess(sorted, value);
  const rest = sorted.slice(0, -1);
  rest.set(sorted.subarray(index + 1), index);
  return rest;
}

function withValue(sorted: Float64Array, value: number): Float64Array {
  const index = countLess(sorted, value);
  const all = new Float64Array(sorted.length + 1);
  all.set(sorted.subarray(0, index));
  all[index] = value;
  all.set(sorted.subarray(index), index + 1);
  return all;
}

function medianOf(sorted: Float64Array): number {
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper;
  return Math.round((lower + upper) / 2);
}

/** Returns at most `MAX_TIMES` of the values, evenly distributed by rank, including the first and the last. */
function downsample(sorted: Float64Array): number[] {
  if (sorted.length <= MAX_TIMES) return [...sorted];
  const step = (sorted.length - 1) / (MAX_TIMES - 1);
  return Array.from({ length: MAX_TIMES }, (_, index) => sorted[Math.round(index * step)] ?? 0);
}
