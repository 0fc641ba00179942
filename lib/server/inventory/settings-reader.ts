import 'server-only';
import { LRUCache } from 'lru-cache';
import type { SettingsReading } from '../../contract/usage.ts';
import { iso } from '../../text/format.ts';
import type { Clock } from '../clock.ts';
import { isFailure } from '../errors.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import { maybeOfOneMonitor } from '../quota/upstream-request.ts';
import type { Lease } from '../replicas/lease.ts';
import type { Reading } from '../upstream/gateway.ts';
import type { WireDetail } from '../upstream/schema.ts';
import type { Refresher } from './crawl/refresher.ts';
import { areSettingsKnown, areUpdatedByChecks, type RowWithSettings } from './snapshot/monitor-settings.ts';

/** The maximum time between two decisions whether settings may be read. */
const LOOK_MS = 10_000;
/** The time between two such decisions while a crawl runs, which has priority. */
const CRAWLING_MS = 1_000;
/** If crawls need all requests of a minute, no settings are read in this time before a crawl, because they would delay it. */
const BEFORE_CRAWL_MS = 60_000;
/** A monitor that could not be read is requested again after this time, or when it is modified. */
const RETRY_MS = 86_400_000;
const ASKED_MAX = 100_000;

export type SettingsReader = ReturnType<typeof createSettingsReader>;

export interface ListedSettings {
  monitors: readonly RowWithSettings[];
  updatedByChecks: number;
}

/**
 * Reads the settings of all monitors, one after the other: each once, and again when it was modified. How fast and how many is
 * decided by the ledger (quota/pacing.ts). Only the replica that leads reads settings.
 *
 * @param parts.isOn whether the operator allows it
 * @param parts.snapshot returns null before the first crawl has ended
 * @param parts.crawls whether this process is crawling, and when the next crawl is due, epoch ms
 */
export function createSettingsReader(parts: {
  clock: Clock;
  isOn: boolean;
  lease: Pick<Lease, 'term'>;
  ledger: Pick<QuotaLedger, 'settingsPace'>;
  refresher: { state: () => Pick<ReturnType<Refresher['state']>, 'paused' | 'limitedBy'> };
  snapshot: () => ListedSettings | null;
  crawls: () => { isCrawling: boolean; refreshAt: number };
  read: (uuid: string) => Promise<Reading<WireDetail>>;
  inventory: { learn: (reading: Reading<WireDetail>) => void; remove: (uuid: string) => void };
  reportBug: (error: unknown) => void;
}) {
  const { clock, isOn, lease, ledger, refresher, snapshot, inventory } = parts;
  /** The versions of monitors that were requested, when (monotonic ms), and whether the next crawl will show their settings. */
  const asked = new LRUCache<string, { at: number; isRead: boolean }>({ max: ASKED_MAX });
  /** When the last request was sent, monotonic ms. A new process waits as if it had just sent one. */
  let readAt = clock.monotonic();
  /** The monitors to read, from the last to the first, and the list that they are from. */
  let queue: RowWithSettings[] = [];
  let queued: ListedSettings | null = null;
  let isStarted = false;
  let cancelTimer = () => {};

  const versionOf = ({ monitor_uuid, updated_at }: RowWithSettings) => `${monitor_uuid} ${updated_at}`;
  const isNew = (monitor: RowWithSettings) => !areSettingsKnown(monitor);
  // Without the time of the last modification nobody knows whether a monitor was modified.
  const isModified = (monitor: RowWithSettings) =>
    monitor.settings_as_of !== undefined && monitor.updated_at !== null;

  function isDue(monitor: RowWithSettings): boolean {
    const before = asked.get(versionOf(monitor));
    return before === undefined || clock.monotonic() - before.at >= RETRY_MS;
  }

  /** Modified monitors come first, because the history shows an edit only after their settings are read. */
  function next(list: ListedSettings): RowWithSettings | undefined {
    if (list !== queued) {
      queue = [...list.monitors.filter(isModified), ...list.monitors.filter(isNew)].reverse();
    }
    queued = list;
    for (let last = queue.at(-1); last !== undefined; last = queue.at(-1)) {
      if (isDue(last)) return last;
      queue.pop();
    }
    return undefined;
  }

  /** The time between two requests now, ms; infinite while none is allowed. */
  function gapMs(list: ListedSettings): number {
    if (!isOn || areUpdatedByChecks(list) || refresher.state().paused) return Number.POSITIVE_INFINITY;
    const [first] = queue;
    const pace = ledger.settingsPace(first !== undefined && isNew(first) ? queue.length : 0);
    return pace.kind === 'open' ? pace.gapMs : Number.POSITIVE_INFINITY;
  }

  async function read(monitor: RowWithSettings): Promise<void> {
    readAt = clock.monotonic();
    const remember = (isRead: boolean) => asked.set(versionOf(monitor), { at: clock.monotonic(), isRead });
    try {
      inventory.learn(await parts.read(monitor.monitor_uuid));
      remember(true);
    } catch (error) {
      const failure = isFailure(error) ? error.failure : null;
      if (failure === null) parts.reportBug(error);
      const isGone = failure?.code === 'monitor_not_found';
      if (isGone) inventory.remove(monitor.monitor_uuid.toLowerCase());
      // Other failures say nothing about this monitor.
      if (failure === null || isGone || maybeOfOneMonitor(failure)) remember(false);
    }
  }

  /** Reads the next monitor if one may be read now. @returns the time until the next look, ms */
  async function look(): Promise<number> {
    const list = lease.term() === null ? null : snapshot();
    const monitor = list === null ? undefined : next(list);
    if (list === null || monitor === undefined) return LOOK_MS;
    const waitMs = readAt + gapMs(list) - clock.monotonic();
    if (waitMs > 0) return waitMs;
    const { isCrawling, refreshAt } = parts.crawls();
    const isSoon = refresher.state().limitedBy === 'minute' && refreshAt - clock.now() < BEFORE_CRAWL_MS;
    if (isCrawling || isSoon) return CRAWLING_MS;
    await read(monitor);
    return 0;
  }

  function lookAgain(inMs: number): void {
    if (isStarted) cancelTimer = clock.after(Math.min(inMs, LOOK_MS), () => void look().then(lookAgain));
  }

  return {
    start(): void {
      isStarted = true;
      readAt = clock.monotonic();
      lookAgain(CRAWLING_MS);
    },
    stop(): void {
      isStarted = false;
      cancelTimer();
    },
    /**
     * For GET /api/usage: how many settings are known, and when or why not the others. A replica that does not lead counts
     * monitors that were read since the last crawl, or could not be read, as not read yet.
     */
    state(): SettingsReading {
      const list = snapshot();
      if (list === null) return { known: 0, monitors: 0, state: isOn ? 'reading' : 'off', until: null };
      const unknown = list.monitors.filter(isNew);
      const counts = { known: list.monitors.length - unknown.length, monitors: list.monitors.length };
      const ended = (state: SettingsReading['state']) => ({ ...counts, state, until: null });
      if (!isOn) return ended('off');
      if (areUpdatedByChecks(list)) return ended('updated_by_checks');
      if (unknown.length === 0) return ended('complete');
      const { paused, limitedBy } = refresher.state();
      if (paused) return ended('paused');
      const due = unknown.filter(isDue).length;
      if (due === 0) {
        const isShownSoon = unknown.some((monitor) => asked.get(versionOf(monitor))?.isRead);
        return isShownSoon
          ? { ...counts, state: 'reading', until: iso(parts.crawls().refreshAt) }
          : ended('failed');
      }
      const pace = ledger.settingsPace(due);
      if (pace.kind !== 'open') return ended(pace.kind === 'low' ? 'low' : 'quota_unknown');
      // Crawls that use the whole minute leave only the time between them, which cannot be foreseen.
      const until = limitedBy === 'minute' || pace.until === null ? null : pace.until - clock.monotonic();
      return { ...counts, state: 'reading', until: until === null ? null : iso(clock.now() + until) };
    },
  };
}
