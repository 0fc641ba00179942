import type { ApiKey, KeyInput, MonitorInput, ParsedOrganization } from './fixture.ts';
import { keySchema, monitorSchema } from './fixture.ts';
import { Inventory } from './inventory.ts';
import type { IpAllowlist } from './ip-allowlist.ts';
import { createIpAllowlist } from './ip-allowlist.ts';
import type { Limits } from './limiter.ts';
import type { Monitor } from './monitor.ts';
import type { Plan } from './scopes.ts';
import { staticSource } from './source.ts';
import { generateMonitors } from './world/generate.ts';

/** The changeable fields of a monitor. `updated_at` is set to the present time unless it is given. */
export type MonitorPatch = Partial<Omit<Monitor, 'monitor_uuid' | 'created_at'>>;

/** A key with its parsed allowlist. */
export interface CheckedKey extends ApiKey {
  allowlist: IpAllowlist | null;
}

function checked(key: ApiKey): CheckedKey {
  return { ...key, allowlist: key.ip_allowlist && createIpAllowlist(key.ip_allowlist) };
}

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
  readonly #keys = new Map<string, CheckedKey>();

  constructor(given: ParsedOrganization, clock: () => number, quotas: Omit<Limits, 'minute'>) {
    this.name = given.name;
    this.plan = given.plan;
    this.quotas = {
      daily: given.quota_daily ?? quotas.daily,
      monthly: given.quota_monthly ?? quotas.monthly,
    };
    const startedAt = clock();
    const { monitors } = given;
    const isStill = !Array.isArray(monitors) && !monitors.alive;
    this.now = isStill ? () => startedAt : clock;
    const sources = Array.isArray(monitors) ? monitors.map(staticSource) : generateMonitors(monitors);
    this.inventory = new Inventory(sources, startedAt);
    for (const key of given.keys) this.#keys.set(key.key, checked(key));
  }

  key(secret: string): CheckedKey | undefined {
    return this.#keys.get(secret);
  }

  /** The secrets of all keys, in the given order. */
  get secrets(): string[] {
    return [...this.#keys.keys()];
  }

  /** Adds a key, or replaces the one with the same secret. @throws ZodError for an invalid one */
  putKey(input: KeyInput): void {
    const key = keySchema.parse(input);
    this.#keys.set(key.key, checked(key));
  }

  /** Edits a key's scopes, allowlist, `revoked`, `expires_at` or minute limit. @throws Error when it does not exist */
  editKey(secret: string, patch: Omit<Partial<KeyInput>, 'key'>): void {
    const key = this.#keys.get(secret);
    if (key === undefined) throw new Error(`${this.name} has no key ${secret}.`);
    const { allowlist: _, ...given } = key;
    this.putKey({ ...given, ...patch });
  }

  /** All monitors in their present state in the detail shape, newest first. */
  monitors(): Monitor[] {
    return this.inventory.all(this.now());
  }

  /** @throws ZodError for an invalid monitor, Error when the UUID exists already */
  addMonitor(input: MonitorInput): Monitor {
    const monitor = monitorSchema.parse(input);
    this.inventory.add(staticSource(monitor), this.now());
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
