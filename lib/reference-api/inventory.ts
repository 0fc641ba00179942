import type { Monitor, MonitorType } from './monitor.ts';
import { listJson } from './monitor.ts';
import type { IndexEntry, MonitorSource } from './source.ts';
import { editedSource } from './source.ts';

/** Filters of the list; null does not filter. */
export interface Filter {
  type: MonitorType | null;
  isActive: boolean | null;
}

interface Row {
  source: MonitorSource;
  entry: IndexEntry;
  /** The list shape as JSON, valid for from <= now < until. */
  json: string;
  from: number;
  until: number;
}

/** Newest first; for equal creation times the greater UUID first. */
function newestFirst(a: Row, b: Row): number {
  if (a.entry.createdAt !== b.entry.createdAt) return b.entry.createdAt - a.entry.createdAt;
  return a.entry.uuid < b.entry.uuid ? 1 : -1;
}

const STALE = { json: '', from: Number.POSITIVE_INFINITY, until: Number.NEGATIVE_INFINITY };

/**
 * The monitors of one organization in the list's order. The cost of a page depends only on its length: the order and
 * the filtered views are cached until a monitor is added, removed or edited, and the JSON of each monitor until its
 * next check.
 */
export class Inventory {
  #rows: Row[] = [];
  #byUuid = new Map<string, Row>();
  #views = new Map<string, Row[]>();
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  /** All times of this class are Unix milliseconds. @throws Error when two monitors have the same UUID */
  constructor(sources: readonly MonitorSource[], now: number) {
    this.#rows = sources.map((source) => ({ source, entry: source.entryAt(now), ...STALE }));
    this.#reorder();
    if (this.#byUuid.size < this.#rows.length) throw new Error('Two monitors have the same monitor_uuid.');
  }

  get size(): number {
    return this.#rows.length;
  }

  /** One page as JSON texts of the list shape, and the total number of matching monitors. */
  page(filter: Filter, first: number, count: number, now: number): { total: number; items: string[] } {
    this.#advanceTo(now);
    const rows = this.#view(filter);
    return { total: rows.length, items: rows.slice(first, first + count).map((row) => this.#json(row, now)) };
  }

  /** @param uuid in lower case */
  find(uuid: string, now: number): Monitor | undefined {
    this.#advanceTo(now);
    return this.#byUuid.get(uuid)?.source.stateAt(now).monitor;
  }

  /** Every monitor, in the list's order. */
  all(now: number): Monitor[] {
    this.#advanceTo(now);
    return this.#rows.map((row) => row.source.stateAt(now).monitor);
  }

  /** @throws Error when the UUID exists already */
  add(source: MonitorSource, now: number): void {
    this.#advanceTo(now);
    const entry = source.entryAt(now);
    if (this.#byUuid.has(entry.uuid)) throw new Error(`There is a monitor ${entry.uuid} already.`);
    this.#rows.push({ source, entry, ...STALE });
    this.#reorder();
  }

  /** @throws Error when the UUID does not exist */
  edit(uuid: string, patch: Partial<Monitor>, now: number): void {
    const row = this.#row(uuid, now);
    row.source = editedSource(row.source, uuid, patch);
    Object.assign(row, { entry: row.source.entryAt(now), ...STALE });
    this.#reorder();
  }

  /** Removes a monitor permanently; a generated one is not replaced. @throws Error when the UUID does not exist */
  remove(uuid: string, now: number): void {
    const removed = this.#row(uuid, now);
    this.#rows = this.#rows.filter((row) => row !== removed);
    this.#reorder();
  }

  #row(uuid: string, now: number): Row {
    this.#advanceTo(now);
    const row = this.#byUuid.get(uuid.toLowerCase());
    if (row === undefined) throw new Error(`There is no monitor ${uuid}.`);
    return row;
  }

  /** Updates the entries and the order to `now`. The result does not depend on earlier calls. */
  #advanceTo(now: number): void {
    if (now >= this.#from && now < this.#until) return;
    for (const row of this.#rows) {
      if (now >= row.entry.from && now < row.entry.until) continue;
      row.entry = row.source.entryAt(now);
      Object.assign(row, STALE);
    }
    this.#reorder();
  }

  #reorder(): void {
    this.#rows.sort(newestFirst);
    this.#byUuid = new Map(this.#rows.map((row) => [row.entry.uuid, row]));
    this.#views.clear();
    this.#from = Number.NEGATIVE_INFINITY;
    this.#until = Number.POSITIVE_INFINITY;
    for (const { entry } of this.#rows) {
      this.#from = Math.max(this.#from, entry.from);
      this.#until = Math.min(this.#until, entry.until);
    }
  }

  #view({ type, isActive }: Filter): Row[] {
    if (type === null && isActive === null) return this.#rows;
    const name = `${type} ${isActive}`;
    let rows = this.#views.get(name);
    if (rows === undefined) {
      rows = this.#rows.filter(
        ({ entry }) =>
          (type === null || entry.type === type) && (isActive === null || entry.isActive === isActive),
      );
      this.#views.set(name, rows);
    }
    return rows;
  }

  #json(row: Row, now: number): string {
    if (now < row.from || now >= row.until) {
      const { monitor, from, until } = row.source.stateAt(now);
      Object.assign(row, { json: listJson(monitor), from, until });
    }
    return row.json;
  }
}
