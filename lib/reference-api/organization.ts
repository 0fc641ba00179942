import type { ApiKey, KeyInput, MonitorInput, OrganizationGiven } from './fixture.ts';
import { keySchema, monitorSchema } from './fixture.ts';
import { Inventory } from './inventory.ts';
import type { IpAllowlist } from './ip-allowlist.ts';
import { createIpAllowlist } from './ip-allowlist.ts';
import type { Limits } from './limiter.ts';
import type { Monitor } from './monitor.ts';
import type { Plan } from './scopes.ts';
import { handMade } from './source.ts';
import { generateMonitors } from './world/generate.ts';

/** What may be changed about a monitor. `updated_at` becomes the present unless it is given. */
export type MonitorPatch = Partial<Omit<Monitor, 'monitor_uuid' | 'created_at'>>;

/** A key as it is checked: what was given, with the allowlist made ready. */
export interface CheckedKey extends ApiKey {
  allowlist: IpAllowlist | null;
}

function checked(key: ApiKey): CheckedKey {
  return { ...key, allowlist: key.ip_allowlist && createIpAllowlist(key.ip_allowlist) };
}

/**
 * One organization: plan, quotas, keys and monitors. What the real service does in its dashboard is done by its
 * methods; every change takes effect on the next request (spec: Scope rules 2).
 */
export class Organization {
  readonly name: string;
  /** Setting it to a smaller plan is a downgrade (spec: Scope rules 4). */
  plan: Plan;
  /** Requests a day and a month. */
  quotas: Omit<Limits, 'minute'>;
  readonly inventory: Inventory;
  /** The time at which the monitors are seen, Unix milliseconds: the clock's, or for ever the start's. */
  readonly now: () => number;
  readonly #keys = new Map<string, CheckedKey>();

  constructor(given: OrganizationGiven, clock: () => number, quotas: Omit<Limits, 'minute'>) {
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
    const sources = Array.isArray(monitors) ? monitors.map(handMade) : generateMonitors(monitors);
    this.inventory = new Inventory(sources, startedAt);
    for (const key of given.keys) this.#keys.set(key.key, checked(key));
  }

  key(secret: string): CheckedKey | undefined {
    return this.#keys.get(secret);
  }

  /** The secrets of all its keys, in the order in which they were given. */
  get secrets(): string[] {
    return [...this.#keys.keys()];
  }

  /** Adds a key or puts one in the place of the key with the same secret. @throws ZodError for an impossible one */
  putKey(input: KeyInput): void {
    const key = keySchema.parse(input);
    this.#keys.set(key.key, checked(key));
  }

  /** Edits a key: its scopes, its allowlist, `revoked`, `expires_at`, its minute limit. @throws Error when there is none */
  editKey(secret: string, patch: Omit<Partial<KeyInput>, 'key'>): void {
    const key = this.#keys.get(secret);
    if (key === undefined) throw new Error(`${this.name} has no key ${secret}.`);
    const { allowlist: _, ...given } = key;
    this.putKey({ ...given, ...patch });
  }

  /** All monitors as they are now in the detail shape, newest first. */
  monitors(): Monitor[] {
    return this.inventory.all(this.now());
  }

  /** @throws ZodError for an impossible monitor, Error when there is one with that UUID */
  addMonitor(input: MonitorInput): Monitor {
    const monitor = monitorSchema.parse(input);
    this.inventory.add(handMade(monitor), this.now());
    return monitor;
  }

  /** @throws Error when there is none with that UUID */
  editMonitor(uuid: string, patch: MonitorPatch): void {
    const now = this.now();
    this.inventory.edit(uuid, { updated_at: new Date(now).toISOString(), ...patch }, now);
  }

  /** @throws Error when there is none with that UUID */
  removeMonitor(uuid: string): void {
    this.inventory.remove(uuid, this.now());
  }
}
