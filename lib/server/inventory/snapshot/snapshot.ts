import 'server-only';
import type { ListedMonitor, ListFields } from '@/lib/contract/monitor';
import { FLAPPING_CHANGES } from '../../../contract/conditions.ts';
import {
  clockOffset,
  conditionChange,
  conditionOf,
  firstSeen,
  type MonitorReading,
  observedSince,
  recentChangesOf,
} from './condition.ts';
import { type Evidence, keepMissing, type MissedCrawls } from './missing-monitors.ts';
import { crawlsUpdatedByChecks, newestSettings, type ReadSettings } from './monitor-settings.ts';

/** A monitor in the inventory, with the newest settings that are known of it. */
export type InventoryMonitor = Readonly<ListedMonitor>;

/** All monitors of the organization as last read from upstream. Immutable. */
export interface Snapshot {
  /** Larger than the ids of all earlier snapshots, also after a restart unless the clock was set back. */
  readonly id: number;
  /** When it was read, by our clock, epoch ms: the time of the oldest row. */
  readonly asOf: number;
  /** When its crawl began. A slow response may show a state that is seconds older than its arrival. */
  readonly beganAt: number;
  /** The time of the newest row. */
  readonly readUntil: number;
  /** How far our clock was ahead of upstream's, ms. Not stored: 0 after a restart. */
  readonly clockAhead: number;
  /** In upstream's order: newest first (spec, "GET /v1/monitors"), then by UUID. One row per UUID. */
  readonly monitors: readonly InventoryMonitor[];
  /** The monitors that the crawl is known to miss; null for none. */
  readonly missing: Missing | null;
  /** Monitors kept from earlier snapshots although recent crawls did not find them, by UUID. */
  readonly keptMonitors: ReadonlyMap<string, MissedCrawls>;
  /** For monitors whose condition has changed in the last hour, by UUID: when, epoch ms, the oldest first. */
  readonly recentChanges: ReadonlyMap<string, readonly number[]>;
  /** Number of consecutive crawls in which `updated_at` has moved with most new checks (`crawlsUpdatedByChecks`). */
  readonly updatedByChecks: number;
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

interface SnapshotInput {
  /** One for each monitor. */
  rows: readonly MonitorReading[];
  previous: Snapshot | null;
  /** When the crawl began, epoch ms; default: `asOf`. */
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
  /** The details that were read since the last crawl, by UUID in lower case. */
  readSettings?: ReadonlyMap<string, ReadSettings>;
}

/** Before the first crawl. */
const noSnapshot = {
  id: 0,
  beganAt: 0,
  readUntil: 0,
  monitors: [],
  keptMonitors: new Map<string, MissedCrawls>(),
  recentChanges: new Map<string, readonly number[]>(),
  updatedByChecks: 0,
};

/**
 * Builds the snapshot after a crawl: derives the conditions and `observed_since`, and keeps monitors that the crawl did
 * not find (`keepMissing`).
 */
export function buildSnapshot(input: SnapshotInput): Snapshot {
  const { rows, asOf, beganAt = asOf, evidence, missing, removed = new Map<string, number>() } = input;
  const { readSettings = new Map<string, ReadSettings>() } = input;
  const previous = input.previous ?? noSnapshot;
  const before = new Map<string, InventoryMonitor>();
  for (const monitor of previous.monitors) before.set(monitor.monitor_uuid, monitor);
  const readAt = new Map(rows.map((row) => [row.monitor.monitor_uuid, row.asOf]));
  const { kept, keptMonitors } = keepMissing(previous, readAt, evidence);
  const monitors: InventoryMonitor[] = [...kept];
  const recentChanges = new Map<string, readonly number[]>();
  const addChanges = (uuid: string, changedAt: number | null) => {
    const recent = recentChangesOf(previous.recentChanges.get(uuid) ?? [], changedAt, asOf);
    if (recent.length > 0) recentChanges.set(uuid, recent);
    return recent;
  };
  for (const { monitor_uuid: uuid } of kept) addChanges(uuid, null);
  for (const reading of rows) {
    const { monitor, upstreamNow } = reading;
    const uuid = monitor.monitor_uuid;
    const old = before.get(uuid);
    const condition = conditionOf(monitor, upstreamNow);
    const observed_since = observedSince(condition, reading, old);
    const began = firstSeen(condition, reading, old);
    const lastSeen = previous.keptMonitors.get(uuid)?.seenAt ?? previous.beganAt;
    const change = conditionChange(condition, old, {
      began,
      lastSeen,
      lastUntil: previous.readUntil,
      clockAhead: clockOffset(reading.asOf, upstreamNow),
    });
    const recent = addChanges(uuid, old && old.condition !== condition ? began : null);
    const settings = newestSettings(reading, old, lastSeen, readSettings.get(uuid.toLowerCase()));
    const flapping = recent.length >= FLAPPING_CHANGES;
    monitors.push({ ...monitor, ...settings, condition, observed_since, ...change, flapping });
  }
  const updatedByChecks = crawlsUpdatedByChecks(
    previous.updatedByChecks,
    rows.flatMap(({ monitor }) => {
      const old = before.get(monitor.monitor_uuid);
      return old ? [[old, monitor] as const] : [];
    }),
  );
  const last = rows.at(-1);
  const snapshot: Snapshot = {
    id: Math.max(asOf, previous.id + 1),
    asOf,
    beganAt,
    readUntil: rows.reduce((latest, row) => Math.max(latest, row.asOf), asOf),
    clockAhead: last ? clockOffset(last.asOf, last.upstreamNow) : 0,
    monitors: inUpstreamOrder(monitors),
    missing,
    keptMonitors,
    recentChanges,
    updatedByChecks,
  };
  if (removed.size === 0) return snapshot;
  return onlyMonitors(snapshot, (uuid) => {
    const removedAt = removed.get(uuid.toLowerCase());
    return removedAt === undefined || (readAt.get(uuid) ?? removedAt) > removedAt;
  });
}

/** Returns the snapshot without a monitor, with a new id. @param removed its UUID in lower case */
export function withoutMonitor(snapshot: Snapshot, removed: string): Snapshot {
  return {
    ...onlyMonitors(snapshot, (uuid) => uuid.toLowerCase() !== removed),
    id: snapshot.id + 1,
  };
}

function onlyMonitors(snapshot: Snapshot, isKept: (uuid: string) => boolean): Snapshot {
  const only = <T>(map: ReadonlyMap<string, T>) => new Map([...map].filter(([uuid]) => isKept(uuid)));
  return {
    ...snapshot,
    monitors: snapshot.monitors.filter((monitor) => isKept(monitor.monitor_uuid)),
    keptMonitors: only(snapshot.keptMonitors),
    recentChanges: only(snapshot.recentChanges),
  };
}

/**
 * Sorts by creation, newest first, then by UUID. Compares times, not texts, because `created_at` may have an offset from UTC.
 * Monitors of unknown age are last.
 */
function inUpstreamOrder(monitors: readonly InventoryMonitor[]): InventoryMonitor[] {
  return monitors
    .map((monitor) => ({ monitor, created: createdAt(monitor), uuid: monitor.monitor_uuid }))
    .sort((a, b) => b.created - a.created || (a.uuid < b.uuid ? -1 : 1))
    .map(({ monitor }) => monitor);
}

/** When a monitor was created, epoch ms; 0: unknown. */
function createdAt({ created_at }: Pick<ListFields, 'created_at'>): number {
  return created_at === null ? 0 : Date.parse(created_at);
}
