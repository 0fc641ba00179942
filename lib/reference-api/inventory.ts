import type { Monitor } from './fixture.ts';
import { LIST_FIELDS } from './fixture.ts';

/**
 * Returns a monitor's state at `now` and until when it stays so, Unix milliseconds. A generated monitor changes, and is
 * replaced by another one at some time.
 */
export type MonitorSource = (now: number) => { monitor: Monitor; until: number };

/** Filters of the list; null does not filter. */
interface Filter {
  type: Monitor['type'] | null;
  isActive: boolean | null;
}

/** A monitor's state, valid for from <= now < until, with its list shape as JSON once it was needed. */
interface Row {
  source: MonitorSource;
  monitor: Monitor;
  from: number;
  until: number;
  json: string | null;
}

const rowAt = (source: MonitorSource, now: number): Row => ({
  source,
  ...source(now),
  from: now,
  json: null,
});

/** Newest first; for equal creation times the greater UUID first. */
function newestFirst({ monitor: a }: Row, { monitor: b }: Row): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.monitor_uuid < b.monitor_uuid ? 1 : -1;
}

/** The monitors of one organization in the list's order. All times are Unix milliseconds. */
export class Inventory {
  #rows: Row[];

  /** @throws Error when two monitors have the same UUID */
  constructor(sources: readonly MonitorSource[], now: number) {
    this.#rows = sources.map((source) => rowAt(source, now)).sort(newestFirst);
    if (new Set(this.all(now).map((monitor) => monitor.monitor_uuid)).size < this.size)
      throw new Error('Two monitors have the same monitor_uuid.');
  }

  get size(): number {
    return this.#rows.length;
  }

  /** Returns one page as JSON texts of the list shape, and the total number of matching monitors. */
  page(
    { type, isActive }: Filter,
    first: number,
    count: number,
    now: number,
  ): { total: number; items: string[] } {
    const rows = this.#rowsAt(now).filter(
      ({ monitor }) =>
        (type ?? monitor.type) === monitor.type && (isActive ?? monitor.is_active) === monitor.is_active,
    );
    const items = rows.slice(first, first + count).map((row) => {
      row.json ??= JSON.stringify(row.monitor, [...LIST_FIELDS]);
      return row.json;
    });
    return { total: rows.length, items };
  }

  find(uuid: string, now: number): Monitor | undefined {
    return this.#find(uuid, now)?.monitor;
  }

  /** Returns every monitor in the detail shape. */
  all(now: number): Monitor[] {
    return this.#rowsAt(now).map((row) => row.monitor);
  }

  /** @throws Error when the UUID exists already */
  add(source: MonitorSource, now: number): void {
    const row = rowAt(source, now);
    const { monitor_uuid } = row.monitor;
    if (this.find(monitor_uuid, now)) throw new Error(`There is a monitor ${monitor_uuid} already.`);
    this.#rows.push(row);
    this.#rows.sort(newestFirst);
  }

  /** Replaces fields of a monitor for as long as it exists. @throws Error when the UUID does not exist */
  edit(uuid: string, patch: Partial<Monitor>, now: number): void {
    const row = this.#existing(uuid, now);
    const { monitor_uuid } = row.monitor;
    const { source } = row;
    const edited: MonitorSource = (at) => {
      const { monitor, until } = source(at);
      return { monitor: monitor.monitor_uuid === monitor_uuid ? { ...monitor, ...patch } : monitor, until };
    };
    Object.assign(row, rowAt(edited, now));
  }

  /** Removes a monitor permanently; a generated one is not replaced. @throws Error when the UUID does not exist */
  remove(uuid: string, now: number): void {
    const removed = this.#existing(uuid, now);
    this.#rows = this.#rows.filter((row) => row !== removed);
  }

  #find(uuid: string, now: number): Row | undefined {
    const lowerCase = uuid.toLowerCase();
    return this.#rowsAt(now).find((row) => row.monitor.monitor_uuid === lowerCase);
  }

  #existing(uuid: string, now: number): Row {
    const row = this.#find(uuid, now);
    if (row === undefined) throw new Error(`There is no monitor ${uuid}.`);
    return row;
  }

  #rowsAt(now: number): Row[] {
    let isOrdered = true;
    for (const row of this.#rows) {
      if (now >= row.from && now < row.until) continue;
      const { created_at } = row.monitor;
      Object.assign(row, rowAt(row.source, now));
      isOrdered &&= row.monitor.created_at === created_at;
    }
    if (!isOrdered) this.#rows.sort(newestFirst);
    return this.#rows;
  }
}
