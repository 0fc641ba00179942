import 'server-only';
import { LRUCache } from 'lru-cache';
import type { SettingsReading } from '../../contract/usage.ts';
import type { Clock } from '../clock.ts';
import { isFailure } from '../errors.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { Lease } from '../replicas/lease.ts';
import type { Reading } from '../upstream/reading.ts';
import type { WireDetail } from '../upstream/schema.ts';
import type { Refresher } from './crawl/refresher.ts';
import { areSettingsKnown, areUpdatedByChecks, type RowWithSettings } from './snapshot/settings.ts';

/** The maximum time between two decisions whether settings may be read. */
const LOOK_MS = 10_000;
/** The same while a crawl runs, which has priority. */
const CRAWLING_MS = 1_000;
/** Settings that could not be read are requested again after this time, or when the monitor is modified. */
const RETRY_MS = 86_400_000;
const ASKED_MAX = 100_000;

export type SettingsReader = ReturnType<typeof createSettingsReader>;

export interface ListedSettings {
  monitors: readonly RowWithSettings[];
  /** The monitors that were modified since their settings were read, by UUID. */
  earlierSettings: { has(uuid: string): boolean };
  updatedByChecks: number;
}

/**
 * Reads the settings of all monitors, one after the other, with a tenth of the requests that crawls leave
 * (quota/settings-pace.ts): once, and again when a monitor was modified. Only the replica that leads reads settings.
 *
 * @param parts.isOn whether the operator allows it
 * @param parts.snapshot returns null before the first crawl has ended
 * @param parts.isCrawling whether this process is crawling
 */
export function createSettingsReader(parts: {
  clock: Clock;
  isOn: boolean;
  lease: Pick<Lease, 'term'>;
  ledger: Pick<QuotaLedger, 'settingsGap'>;
  refresher: Pick<Refresher, 'state'>;
  snapshot: () => ListedSettings | null;
  isCrawling: () => boolean;
  /** The number of monitors, and of those whose settings are known. */
  counts: () => Pick<SettingsReading, 'known' | 'monitors'>;
  read: (uuid: string) => Promise<Reading<WireDetail>>;
  inventory: { learn: (reading: Reading<WireDetail>) => void; remove: (uuid: string) => void };
  reportBug: (error: unknown) => void;
}) {
  const { clock, isOn, lease, ledger, refresher, snapshot, inventory } = parts;
  /** When a version of a monitor was requested, monotonic ms. */
  const asked = new LRUCache<string, number>({ max: ASKED_MAX });
  /** Number of requests that the pace has allowed since the last request, at most 1. A new process starts with 0. */
  let allowed = 0;
  let lookedAt = clock.monotonic();
  let isStarted = false;
  let cancelTimer = () => {};

  /** The time between two requests, ms; infinite while none is allowed. */
  function gapMs(): number {
    const list = snapshot();
    if (!isOn || list === null || areUpdatedByChecks(list)) return Number.POSITIVE_INFINITY;
    const { cost, actualS, paused } = refresher.state();
    return paused ? Number.POSITIVE_INFINITY : ledger.settingsGap({ cost, actualS });
  }

  const versionOf = ({ monitor_uuid, updated_at }: RowWithSettings) => `${monitor_uuid} ${updated_at}`;

  function isDue(monitor: RowWithSettings): boolean {
    // Without the time of the last modification nobody knows whether settings still hold.
    if (monitor.updated_at === null || areSettingsKnown(monitor)) return false;
    return clock.monotonic() - (asked.get(versionOf(monitor)) ?? Number.NEGATIVE_INFINITY) >= RETRY_MS;
  }

  /** Modified monitors come first, because the history shows an edit only after their settings are read. */
  function next({ monitors, earlierSettings }: ListedSettings): RowWithSettings | undefined {
    const modified = monitors.filter(({ monitor_uuid: uuid }) => earlierSettings.has(uuid));
    return modified.find(isDue) ?? monitors.find(isDue);
  }

  async function read(monitor: RowWithSettings): Promise<void> {
    allowed = 0;
    asked.set(versionOf(monitor), clock.monotonic());
    try {
      inventory.learn(await parts.read(monitor.monitor_uuid));
    } catch (error) {
      if (!isFailure(error)) parts.reportBug(error);
      else if (error.failure.code === 'monitor_not_found') {
        inventory.remove(monitor.monitor_uuid.toLowerCase());
      }
    }
  }

  async function look(): Promise<void> {
    const gap = gapMs();
    const now = clock.monotonic();
    allowed = Math.min(1, allowed + (now - lookedAt) / gap);
    lookedAt = now;
    const list = lease.term() === null ? null : snapshot();
    if (!Number.isFinite(gap)) lookAgain(LOOK_MS);
    else if (allowed < 1) lookAgain(Math.ceil((1 - allowed) * gap));
    else if (parts.isCrawling()) lookAgain(CRAWLING_MS);
    else {
      const monitor = list === null ? undefined : next(list);
      if (monitor !== undefined) await read(monitor);
      lookAgain(monitor === undefined ? LOOK_MS : gap);
    }
  }

  function lookAgain(inMs: number): void {
    if (isStarted) cancelTimer = clock.after(Math.min(inMs, LOOK_MS), () => void look());
  }

  return {
    start(): void {
      isStarted = true;
      lookedAt = clock.monotonic();
      lookAgain(CRAWLING_MS);
    },
    stop(): void {
      isStarted = false;
      cancelTimer();
    },
    /** For GET /api/usage: how many settings are known, and why no more are read. The same in all replicas. */
    state(): SettingsReading {
      const list = snapshot();
      const counts = parts.counts();
      const gap = gapMs();
      const every_s = Number.isFinite(gap) ? Math.ceil(gap / 1000) : null;
      if (!isOn) return { ...counts, state: 'off', every_s };
      if (list !== null && areUpdatedByChecks(list)) {
        return { ...counts, state: 'updated_by_checks', every_s };
      }
      if (list !== null && counts.known === counts.monitors) return { ...counts, state: 'complete', every_s };
      if (refresher.state().paused) return { ...counts, state: 'paused', every_s };
      return { ...counts, state: every_s === null ? 'no_spare_requests' : 'reading', every_s };
    },
  };
}
