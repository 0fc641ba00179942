import 'server-only';
import { compactRow, createInterner, type InventoryMonitor } from './compact-row.ts';
import { conditionOf, type MonitorReading, observedSince } from './condition.ts';
import { type Evidence, keepMissing, type MissedCrawls } from './missing-monitors.ts';

/** All monitors of the organization as last read from upstream. Never changed once it is built. */
export interface Snapshot {
  /** Larger than that of any snapshot before it, through restarts too while the clock does not run backwards. */
  readonly id: number;
  /** When it was read, epoch milliseconds of our own clock. */
  readonly asOf: number;
  /** In upstream's order: newest first (spec, "GET /v1/monitors"), then by UUID. One row per UUID. */
  readonly monitors: readonly InventoryMonitor[];
  /** What the reading is known to lack; null when nothing. */
  readonly missing: Missing | null;
  /** Monitors kept from earlier snapshots although recent crawls did not find them, by UUID. */
  readonly missingMonitors: ReadonlyMap<string, MissedCrawls>;
  /**
   * Of the monitors that are down: `asOf` of the snapshot that was the first to show it, by UUID. Apart from
   * `observed_since`, which may be earlier: a check that failed before a snapshot was read can reach us with the next one
   * only, and whoever has seen the one before has not seen that monitor down.
   */
  readonly shownDownAt: ReadonlyMap<string, number>;
}

/** What a reading lacks: monitors that are there upstream, and were not read. */
export interface Missing {
  /** At least 1. */
  count: number;
  /** `page_failed`: a page could not be read; `malformed_rows`: rows broke the specification; `moved_rows`: neither, but
   * fewer were read than upstream says there are, because the list changed while it was read. */
  reason: 'page_failed' | 'malformed_rows' | 'moved_rows';
}

/** What a crawl brought. */
interface Crawled {
  /** In the order they were read. The same monitor may come more than once: the newest reading wins. */
  rows: Iterable<MonitorReading>;
  previous: Snapshot | null;
  asOf: number;
  /** What it proves of the monitors that it did not meet. */
  evidence: Evidence;
  missing: Missing | null;
  /** UUIDs that upstream answered 404 for since the crawl began, in any case of letters: left out even if seen. */
  gone?: ReadonlySet<string>;
}

const nothingBefore = { monitors: [], missingMonitors: new Map() };

/**
 * Builds the snapshot after a crawl: derives each condition, carries forward from the previous snapshot since when it
 * lasts, and keeps absent monitors (missing-monitors.ts).
 */
export function buildSnapshot(crawled: Crawled): Snapshot {
  const { previous, asOf, evidence, missing } = crawled;
  const newest = newestReadings(crawled.rows);
  const before = new Map<string, InventoryMonitor>();
  for (const monitor of previous?.monitors ?? []) before.set(monitor.monitor_uuid, monitor);
  const intern = createInterner();
  const monitors: InventoryMonitor[] = [];
  for (const reading of newest.values()) {
    const { monitor, upstreamNow } = reading;
    const old = before.get(monitor.monitor_uuid);
    const condition = conditionOf(monitor, upstreamNow);
    const observed_since = observedSince(condition, reading, old);
    monitors.push(compactRow(monitor, { condition, observed_since }, old, intern));
  }
  const absent = keepMissing(previous ?? nothingBefore, newest, evidence);
  const all = inUpstreamOrder(monitors.concat(absent.kept));
  const snapshot: Snapshot = {
    id: Math.max(asOf, (previous?.id ?? 0) + 1),
    asOf,
    monitors: all,
    missing,
    missingMonitors: absent.missingMonitors,
    shownDownAt: shownDown(all, asOf, previous),
  };
  return crawled.gone && crawled.gone.size > 0 ? without(snapshot, crawled.gone) : snapshot;
}

function shownDown(
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

/** The snapshot without monitors that upstream answered 404 for, under an id of its own. The case of letters is ignored. */
export function withoutMonitors(snapshot: Snapshot, gone: ReadonlySet<string>): Snapshot {
  return { ...without(snapshot, gone), id: snapshot.id + 1 };
}

function without(snapshot: Snapshot, gone: ReadonlySet<string>): Snapshot {
  const lowerCase = new Set([...gone].map((uuid) => uuid.toLowerCase()));
  const stays = (uuid: string) => !lowerCase.has(uuid.toLowerCase());
  return {
    ...snapshot,
    monitors: snapshot.monitors.filter((monitor) => stays(monitor.monitor_uuid)),
    missingMonitors: new Map([...snapshot.missingMonitors].filter(([uuid]) => stays(uuid))),
    shownDownAt: new Map([...snapshot.shownDownAt].filter(([uuid]) => stays(uuid))),
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

/** Compared as instants: `created_at` may carry an offset from UTC. */
function inUpstreamOrder(monitors: readonly InventoryMonitor[]): InventoryMonitor[] {
  return monitors
    .map((monitor) => ({ monitor, created: Date.parse(monitor.created_at) }))
    .sort((a, b) => b.created - a.created || compareTexts(a.monitor.monitor_uuid, b.monitor.monitor_uuid))
    .map(({ monitor }) => monitor);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
