import 'server-only';
import type { ListFields } from '@/lib/contract/monitor';
import { type Absence, absenteesOf, type Evidence } from './absences.ts';
import { compactRow, createInterner, type InventoryMonitor } from './compact-row.ts';
import { conditionOf } from './condition.ts';

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
  /** Of the monitors that are only kept from snapshots before: how long they have been absent, by UUID. */
  readonly absences: ReadonlyMap<string, Absence>;
}

/** What a reading lacks: monitors that are there upstream, and were not read. */
export interface Missing {
  /** At least 1. */
  count: number;
  /** `page_failed`: a page could not be read; `malformed_rows`: rows broke the specification; `moved_rows`: neither, but
   * fewer were read than upstream says there are, because the list changed while it was read. */
  reason: 'page_failed' | 'malformed_rows' | 'moved_rows';
}

/** One row as a crawl read it. */
interface RowReading {
  monitor: ListFields;
  /** Upstream's own clock at the reading, epoch milliseconds. */
  upstreamNow: number;
}

/** What a crawl brought. */
interface Crawled {
  /** In the order they were read. The same monitor may come more than once: the newest reading wins. */
  rows: Iterable<RowReading>;
  previous: Snapshot | null;
  asOf: number;
  /** What it proves of the monitors that it did not meet. */
  evidence: Evidence;
  missing: Missing | null;
  /** UUIDs that upstream answered 404 for since the crawl began, in any case of letters: left out even if seen. */
  gone?: ReadonlySet<string>;
}

const nothingBefore = { monitors: [], absences: new Map() };

/**
 * Builds the snapshot after a crawl: derives each condition, carries `observed_since` forward from the previous
 * snapshot for as long as the condition lasts (else it is `asOf`), and keeps absent monitors by the rule of absences.
 */
export function buildSnapshot(crawled: Crawled): Snapshot {
  const { previous, asOf, evidence, missing } = crawled;
  const newest = newestReadings(crawled.rows);
  const before = new Map<string, InventoryMonitor>();
  for (const monitor of previous?.monitors ?? []) before.set(monitor.monitor_uuid, monitor);
  const intern = createInterner();
  const readAt = new Date(asOf).toISOString();
  const monitors: InventoryMonitor[] = [];
  for (const { monitor, upstreamNow } of newest.values()) {
    const old = before.get(monitor.monitor_uuid);
    const condition = conditionOf(monitor, upstreamNow);
    const observed_since = old?.condition === condition ? old.observed_since : readAt;
    monitors.push(compactRow(monitor, { condition, observed_since }, old, intern));
  }
  const absent = absenteesOf(previous ?? nothingBefore, newest, evidence);
  const snapshot: Snapshot = {
    id: Math.max(asOf, (previous?.id ?? 0) + 1),
    asOf,
    monitors: inUpstreamOrder(monitors.concat(absent.kept)),
    missing,
    absences: absent.absences,
  };
  return crawled.gone && crawled.gone.size > 0 ? without(snapshot, crawled.gone) : snapshot;
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
    absences: new Map([...snapshot.absences].filter(([uuid]) => stays(uuid))),
  };
}

function newestReadings(rows: Iterable<RowReading>): Map<string, RowReading> {
  const newest = new Map<string, RowReading>();
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
