import type { ApiKey, KeyInput, Monitor, MonitorInput, ParsedOrganization } from './fixture.ts';
import { keySchema, monitorSchema } from './fixture.ts';
import { Inventory } from './inventory.ts';
import type { Limits } from './limiter.ts';
import type { Plan } from './scopes.ts';
import { generateMonitors } from './world/generate.ts';

/** The changeable fields of a monitor. `updated_at` is set to the present time unless it is given. */
type MonitorPatch = Partial<Omit<Monitor, 'monitor_uuid' | 'created_at'>>;

const fixed = (monitor: Monitor) => () => ({ monitor, until: Number.POSITIVE_INFINITY });

/**
 * One organization: plan, quotas, keys and monitors. Its methods replace the dashboard of the real service; every
 * change takes effect on the next request (spec: Scope rules 2).
 */
export class Organization {
  readonly name: string;
  /** Setting it to a smaller plan is a downgrade (spec: Scope rules 4). */
  plan: Plan;
  /** Maximum requests a day and a month. */
  quotas: Omit<Limits, 'minute'>;
  readonly inventory: Inventory;
  /** The time of the monitors' state, Unix milliseconds: the clock's, or the start time if they are frozen. */
  readonly now: () => number;
  readonly #keys: Map<string, ApiKey>;

  constructor(given: ParsedOrganization, clock: () => number, limits: Limits) {
    this.name = given.name;
    this.plan = given.plan;
    this.quotas = {
      daily: given.quota_daily ?? limits.daily,
      monthly: given.quota_monthly ?? limits.monthly,
    };
    this.#keys = new Map(given.keys.map((key) => [key.key, key]));
    const startedAt = clock();
    const { monitors } = given;
    const isStill = !Array.isArray(monitors) && !monitors.alive;
    this.now = isStill ? () => startedAt : clock;
    this.inventory = new Inventory(
      Array.isArray(monitors) ? monitors.map(fixed) : generateMonitors(monitors),
      startedAt,
    );
  }

  key(secret: string): ApiKey | undefined {
    return this.#keys.get(secret);
  }

  /** The secrets of all keys, in the given order. */
  get secrets(): string[] {
    return [...this.#keys.keys()];
  }

  /** Edits a key's scopes, allowlist, `revoked`, `expires_at` or minute limit. @throws Error when it does not exist */
  editKey(secret: string, patch: Omit<Partial<KeyInput>, 'key'>): void {
    const key = this.key(secret);
    if (key === undefined) throw new Error(`${this.name} has no key ${secret}.`);
    this.#keys.set(secret, keySchema.parse({ ...key, ...patch }));
  }

  /** Returns all monitors in their present state in the detail shape, newest first. */
  monitors(): Monitor[] {
    return this.inventory.all(this.now());
  }

  /** @throws ZodError for an invalid monitor, Error when the UUID exists already */
  addMonitor(input: MonitorInput): Monitor {
    const monitor = monitorSchema.parse(input);
    this.inventory.add(fixed(monitor), this.now());
    return monitor;
  }

  /** @throws Error when the UUID does not exist */
  editMonitor(uuid: string, patch: MonitorPatch): void {
    const now = this.now();
    this.inventory.edit(uuid, { updated_at: new Date(now).toISOString(), ...patch }, now);
  }

  /** @throws Error when the UUID does not exist */
  removeMonitor(uuid: string): void {
    this.inventory.remove(uuid, this.now());
  }
}
