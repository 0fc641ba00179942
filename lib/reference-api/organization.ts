import type { Plan } from './access.ts';
import type { ApiKey, KeyInput, Monitor, MonitorInput, ParsedOrganization } from './fixture.ts';
import { keySchema, monitorSchema } from './fixture.ts';
import type { Limits } from './limiter.ts';
import { generateMonitors, type MonitorSource } from './world/generate.ts';

/** The changeable fields of a monitor. `updated_at` is set to the present time unless it is given. */
type MonitorPatch = Partial<Omit<Monitor, 'monitor_uuid' | 'created_at'>>;

const fixed = (monitor: Monitor) => () => ({ monitor, until: Number.POSITIVE_INFINITY });

/** A monitor's state, valid for from <= now < until. */
interface Row {
  source: MonitorSource;
  monitor: Monitor;
  from: number;
  until: number;
}

const rowAt = (source: MonitorSource, now: number): Row => ({ source, ...source(now), from: now });
const isValidAt = ({ from, until }: { from: number; until: number }, now: number) =>
  now >= from && now < until;

/** Newest first; for equal creation times the greater UUID first. */
function newestFirst({ monitor: a }: Row, { monitor: b }: Row): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.monitor_uuid < b.monitor_uuid ? 1 : -1;
}

/** One organization. Its methods replace the dashboard of the real service; each change applies to the next request. */
export class Organization {
  readonly name: string;
  /** Setting it to a smaller plan is a downgrade (spec: Scope rules 4). */
  plan: Plan;
  /** Maximum requests a day and a month. */
  quotas: Omit<Limits, 'minute'>;
  /** The time of the monitors' state, Unix milliseconds: the clock's, or the start time if they are frozen. */
  readonly #now: () => number;
  readonly #keys: Map<string, ApiKey>;
  #rows: Row[];
  #isOrdered = false;
  /** The monitors of the rows, cached until one of them changes; null: not known. */
  #list: { monitors: Monitor[]; from: number; until: number } | null = null;

  constructor(given: ParsedOrganization, clock: () => number, limits: Limits) {
    const { name, plan, quota_daily = limits.daily, quota_monthly = limits.monthly, monitors } = given;
    this.name = name;
    this.plan = plan;
    this.quotas = { daily: quota_daily, monthly: quota_monthly };
    this.#keys = new Map(given.keys.map((key) => [key.key, key]));
    const startedAt = clock();
    const isStill = !Array.isArray(monitors) && !monitors.alive;
    this.#now = isStill ? () => startedAt : clock;
    const sources = Array.isArray(monitors) ? monitors.map(fixed) : generateMonitors(monitors);
    this.#rows = sources.map((source) => rowAt(source, startedAt));
  }

  key(secret: string): ApiKey | undefined {
    return this.#keys.get(secret);
  }

  get secrets(): string[] {
    return [...this.#keys.keys()];
  }

  /** Edits a key's scopes, allowlist, `revoked`, `expires_at` or minute limit. @throws Error when it does not exist */
  editKey(secret: string, patch: Omit<Partial<KeyInput>, 'key'>): void {
    const key = this.key(secret);
    if (key === undefined) throw new Error(`${this.name} has no key ${secret}.`);
    this.#keys.set(secret, keySchema.parse({ ...key, ...patch }));
  }

  /** Returns all monitors in the detail shape, newest first. @param now Unix milliseconds; default: the present time */
  monitors(now = this.#now()): readonly Monitor[] {
    if (this.#list === null || !isValidAt(this.#list, now)) {
      for (const row of this.#rows) {
        if (isValidAt(row, now)) continue;
        const { created_at } = row.monitor;
        Object.assign(row, rowAt(row.source, now));
        this.#isOrdered &&= row.monitor.created_at === created_at;
      }
      if (!this.#isOrdered) this.#rows.sort(newestFirst);
      this.#isOrdered = true;
      const until = this.#rows.reduce((least, row) => Math.min(least, row.until), Number.POSITIVE_INFINITY);
      this.#list = { monitors: this.#rows.map(({ monitor }) => monitor), from: now, until };
    }
    return this.#list.monitors;
  }

  monitor(uuid: string): Monitor | undefined {
    const lowerCase = uuid.toLowerCase();
    return this.monitors().find(({ monitor_uuid }) => monitor_uuid === lowerCase);
  }

  /** @throws ZodError for an invalid monitor, Error when the UUID exists already */
  addMonitor(input: MonitorInput): Monitor {
    const monitor = monitorSchema.parse(input);
    if (this.monitor(monitor.monitor_uuid))
      throw new Error(`There is a monitor ${monitor.monitor_uuid} already.`);
    this.#isOrdered = false;
    this.#replace([...this.#rows, rowAt(fixed(monitor), this.#now())]);
    return monitor;
  }

  /** Replaces fields of a monitor for as long as it exists. @throws Error when the UUID does not exist */
  editMonitor(uuid: string, patch: MonitorPatch): void {
    const edited = this.#existing(uuid);
    const { source, monitor } = edited;
    const now = this.#now();
    const edits = { updated_at: new Date(now).toISOString(), ...patch };
    const withEdits: MonitorSource = (at) => {
      const { monitor: present, until } = source(at);
      const isSame = present.monitor_uuid === monitor.monitor_uuid;
      return { monitor: isSame ? { ...present, ...edits } : present, until };
    };
    this.#replace(this.#rows.map((row) => (row === edited ? rowAt(withEdits, now) : row)));
  }

  /** Removes a monitor permanently; a generated one is not replaced. @throws Error when the UUID does not exist */
  removeMonitor(uuid: string): void {
    const removed = this.#existing(uuid);
    this.#replace(this.#rows.filter((row) => row !== removed));
  }

  #existing(uuid: string): Row {
    const monitor = this.monitor(uuid);
    const row = this.#rows.find((candidate) => candidate.monitor === monitor);
    if (row === undefined) throw new Error(`There is no monitor ${uuid}.`);
    return row;
  }

  #replace(rows: Row[]): void {
    this.#rows = rows;
    this.#list = null;
  }
}
