import 'server-only';
import type { ListedMonitor, ListFields } from '@/lib/contract/monitor';
import { clockOffset, conditionOf, type MonitorReading, observedSince } from './condition.ts';
import { conditionChange, isFlapping, recentChangesOf } from './condition-change.ts';
import { type Evidence, keepMissing, type MissedCrawls } from './missing-monitors.ts';

/** A monitor in the inventory. */
export type InventoryMonitor = Readonly<ListedMonitor>;

/** All monitors of the organization as last read from upstream. Immutable. */
export interface Snapshot {
  /** Larger than the ids of all earlier snapshots, also after a restart unless the clock was set back. */
  readonly id: number;
  /** When it was read, by our clock, epoch ms: the time of the oldest row. */
  readonly asOf: number;
  /**
   * When its crawl began, if that was before `asOf`. A slow response may show a state that is seconds older than its arrival.
   */
  readonly beganAt?: number;
  /** The time of the newest row, if it was read later than `asOf`. */
  readonly readUntil?: number;
  /** How far our clock was ahead of upstream's, ms; default 0. Stored snapshots do not have it. */
  readonly clockAhead?: number;
  /** In upstream's order: newest first (spec, "GET /v1/monitors"), then by UUID. One row per UUID. */
  readonly monitors: readonly InventoryMonitor[];
  /** The monitors that the crawl is known to miss; null for none. */
  readonly missing: Missing | null;
  /** Monitors kept from earlier snapshots although recent crawls did not find them, by UUID. */
  readonly missingMonitors: ReadonlyMap<string, MissedCrawls>;
  /**
   * For monitors that are down, by UUID: `asOf` of the first snapshot that showed it. `observed_since` may be earlier,
   * because a check that failed before a snapshot was read may only be contained in the next one.
   */
  readonly shownDownAt: ReadonlyMap<string, number>;
  /** For monitors whose condition has changed in the last hour, by UUID: when, epoch ms, the oldest first. */
  readonly recentChanges: ReadonlyMap<string, readonly number[]>;
}

/** Monitors that exist upstream but were not read. */
export interface Missing {
  /** At least 1. */
  count: number;
  /**
   * `page_failed`: a page could not be read; `malformed_rows`: rows have no UUID; `moved_rows`: neither, but
   * fewer rows than the total were read, because the list changed during the crawl.
   */
  reason: 'page_failed' | 'malformed_rows' | 'moved_rows';
}

/** The result of a crawl, and the previous snapshot. */
interface SnapshotInput {
  /** In the order of reading. Of several readings of a monitor the newest is used. */
  rows: Iterable<MonitorReading>;
  previous: Snapshot | null;
  /** Not given: the same as `asOf`. */
  beganAt?: number;
  asOf: number;
  /** What the crawl proves about monitors that it did not find. */
  evidence: Evidence;
  missing: Missing | null;
  /**
   * When upstream answered 404 for a monitor, epoch ms, by UUID in lower case. It is omitted unless it was read later: a
   * newer row proves that it exists.
   */
  removed?: ReadonlyMap<string, number>;
}

const emptySnapshot = { monitors: [], missingMonitors: new Map() };
const noneRemoved: ReadonlyMap<string, number> = new Map();

/**
 * Builds the snapshot after a crawl: derives the conditions and `observed_since`, and keeps monitors that the crawl did
 * not find (missing-monitors.ts).
 */
export function buildSnapshot(input: SnapshotInput): Snapshot {
  const { previous, asOf, beganAt = asOf, evidence, missing, removed = noneRemoved } = input;
  const newest = newestReadings(input.rows);
  const before = new Map<string, InventoryMonitor>();
  for (const monitor of previous?.monitors ?? []) before.set(monitor.monitor_uuid, monitor);
  const monitors: InventoryMonitor[] = [];
  const recentChanges = new Map<string, readonly number[]>();
  const lastBegan = previous === null ? 0 : (previous.beganAt ?? previous.asOf);
  const lastUntil = previous === null ? 0 : (previous.readUntil ?? previous.asOf);
  let readUntil = asOf;
  let clockAhead = 0;
  for (const reading of newest.values()) {
    const { monitor, upstreamNow } = reading;
    readUntil = Math.max(readUntil, reading.asOf);
    clockAhead = clockOffset(reading.asOf, upstreamNow);
    const uuid = monitor.monitor_uuid;
    const old = before.get(uuid);
    const condition = conditionOf(monitor, upstreamNow);
    const observed_since = observedSince(condition, reading, old);
    const lastSeen = previous?.missingMonitors.get(uuid)?.seenAt ?? lastBegan;
    const change = conditionChange({ condition, observed_since }, old, { lastSeen, lastUntil, clockAhead });
    const earlier = previous?.recentChanges.get(uuid);
    const recent = recentChangesOf(earlier, old && old.condition !== condition ? observed_since : null, asOf);
    if (recent.length > 0) recentChanges.set(uuid, recent);
    monitors.push({ ...monitor, condition, observed_since, ...change, flapping: isFlapping(recent) });
  }
  const missed = keepMissing({ ...(previous ?? emptySnapshot), beganAt: lastBegan }, newest, evidence);
  for (const { monitor_uuid: uuid } of missed.kept) {
    const recent = recentChangesOf(previous?.recentChanges.get(uuid), null, asOf);
    if (recent.length > 0) recentChanges.set(uuid, recent);
  }
  const all = inUpstreamOrder(monitors.concat(missed.kept), (monitor) => monitor);
  const snapshot: Snapshot = {
    id: Math.max(asOf, (previous?.id ?? 0) + 1),
    asOf,
    ...(beganAt < asOf ? { beganAt } : {}),
    ...(readUntil > asOf ? { readUntil } : {}),
    ...(clockAhead === 0 ? {} : { clockAhead }),
    monitors: all,
    missing,
    missingMonitors: missed.missingMonitors,
    shownDownAt: shownDownTimes(all, asOf, previous),
    recentChanges,
  };
  return removed.size === 0
    ? snapshot
    : onlyMonitors(snapshot, (uuid) => {
        const removedAt = removed.get(uuid.toLowerCase());
        return removedAt === undefined || (newest.get(uuid)?.asOf ?? removedAt) > removedAt;
      });
}

function shownDownTimes(
  monitors: readonly InventoryMonitor[],
  asOf: number,
  previous: Snapshot | null,
): Map<string, number> {
  const shown = new Map<string, number>();
  for (const { monitor_uuid: uuid, condition } of monitors) {
    if (condition === 'down') shown.set(uuid, previous?.shownDownAt.get(uuid) ?? asOf);
  }
  return shown;
}

/** Returns the snapshot without a monitor, with a new id. @param removed its UUID in lower case */
export function withoutMonitor(snapshot: Snapshot, removed: string): Snapshot {
  return {
    ...onlyMonitors(snapshot, (uuid) => uuid.toLowerCase() !== removed),
    id: snapshot.id + 1,
  };
}

function onlyMonitors(snapshot: Snapshot, isKept: (uuid: string) => boolean): Snapshot {
  return {
    ...snapshot,
    monitors: snapshot.monitors.filter((monitor) => isKept(monitor.monitor_uuid)),
    missingMonitors: new Map([...snapshot.missingMonitors].filter(([uuid]) => isKept(uuid))),
    shownDownAt: new Map([...snapshot.shownDownAt].filter(([uuid]) => isKept(uuid))),
    recentChanges: new Map([...snapshot.recentChanges].filter(([uuid]) => isKept(uuid))),
  };
}

function newestReadings(rows: Iterable<MonitorReading>): Map<string, MonitorReading> {
  const newest = new Map<string, MonitorReading>();
  for (const row of rows) {
    const uuid = row.monitor.monitor_uuid;
    const other = newest.get(uuid);
    if (!other || row.upstreamNow >= other.upstreamNow) newest.set(uuid, row);
  }
  return newest;
}

/**
 * Sorts by creation, newest first, then by UUID. Compares times, not texts, because `created_at` may have an offset from UTC.
 * Monitors of unknown age are last.
 */
export function inUpstreamOrder<T>(items: readonly T[], monitorOf: (item: T) => Readonly<ListFields>): T[] {
  return items
    .map((item) => ({ item, created: createdAt(monitorOf(item)), uuid: monitorOf(item).monitor_uuid }))
    .sort((a, b) => b.created - a.created || compareTexts(a.uuid, b.uuid))
    .map(({ item }) => item);
}

/** When a monitor was created, epoch ms; 0: unknown. */
export function createdAt({ created_at }: Pick<ListFields, 'created_at'>): number {
  return created_at === null ? 0 : Date.parse(created_at);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
