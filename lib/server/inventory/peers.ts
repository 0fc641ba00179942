import 'server-only';
import type { Peers } from '../../contract/responses.ts';
import type { InventoryMonitor } from './compact-row.ts';
import type { InventoryIndex } from './inventory-index.ts';

/** With fewer there is nothing to compare with. */
const FEWEST = 5;
/** So many values draw the same strip as all of them would. */
const MOST_TIMES = 200;

type Timed = Pick<
  InventoryMonitor,
  'type' | 'regions' | 'condition' | 'last_status' | 'last_response_time_ms'
>;

/**
 * How the monitor's response time stands among those of the monitors of its type whose first region is its own and that
 * are up: a failure is quick and an overdue monitor's time is from another day. Null when fewer than 5 have one.
 *
 * @param monitor as it is shown: its reading may be newer than the snapshot
 * @param listed the same monitor as the snapshot has it
 */
export function peersOf(index: InventoryIndex, monitor: Timed, listed: Timed | undefined): Peers | null {
  const [region] = monitor.regions;
  if (region === undefined) return null;
  const isListedHere = listed?.type === monitor.type && listed.regions[0] === region;
  const others = without(
    timesOf(index, monitor.type, region),
    listed && isListedHere ? timeOf(listed) : null,
  );
  const own = timeOf(monitor);
  const times = own === null ? others : withOne(others, own);
  if (times.length < FEWEST) return null;
  return {
    type: monitor.type,
    region,
    count: times.length,
    rank: own === null ? null : 1 + placeOf(others, own),
    median_ms: medianOf(times),
    times: thinned(times),
  };
}

/** What counts as the monitor's time: that of a check that was up, and on time. */
function timeOf({ condition, last_status, last_response_time_ms }: Timed): number | null {
  return condition === 'up' && last_status === 'up' ? last_response_time_ms : null;
}

/** Sorted once a snapshot: with 100,000 monitors that takes milliseconds. */
const sortedTimes = new WeakMap<InventoryIndex, Map<string, Float64Array>>();

function timesOf(index: InventoryIndex, type: string, region: string): Float64Array {
  const known = sortedTimes.get(index) ?? new Map<string, Float64Array>();
  sortedTimes.set(index, known);
  const key = JSON.stringify([type, region]);
  const times = known.get(key) ?? readTimes(index, type, region).sort();
  known.set(key, times);
  return times;
}

function readTimes({ profiles, snapshot }: InventoryIndex, type: string, region: string): Float64Array {
  const isPeer = profiles.all.map(
    (profile) => profile.type[0] === type && profile.region[0] === region && profile.condition[0] === 'up',
  );
  const times = new Float64Array(profiles.numberOf.length);
  let filled = 0;
  for (let row = 0; row < times.length; row++) {
    if (isPeer[profiles.numberOf[row] ?? -1] !== true) continue;
    const monitor = snapshot.monitors[row];
    const time = monitor ? timeOf(monitor) : null;
    if (time !== null) times[filled++] = time;
  }
  return times.slice(0, filled);
}

/** How many of the sorted values are less. */
function placeOf(sorted: Float64Array, value: number): number {
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
  const place = placeOf(sorted, value);
  const rest = sorted.slice(0, -1);
  rest.set(sorted.subarray(place + 1), place);
  return rest;
}

function withOne(sorted: Float64Array, value: number): Float64Array {
  const place = placeOf(sorted, value);
  const all = new Float64Array(sorted.length + 1);
  all.set(sorted.subarray(0, place));
  all[place] = value;
  all.set(sorted.subarray(place), place + 1);
  return all;
}

function medianOf(sorted: Float64Array): number {
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper;
  return Math.round((lower + upper) / 2);
}

/** At most so many of the values, evenly over their ranks, the first and the last among them. */
function thinned(sorted: Float64Array): number[] {
  if (sorted.length <= MOST_TIMES) return [...sorted];
  const step = (sorted.length - 1) / (MOST_TIMES - 1);
  return Array.from({ length: MOST_TIMES }, (_, place) => sorted[Math.round(place * step)] ?? 0);
}
