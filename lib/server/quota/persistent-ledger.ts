import 'server-only';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { PersistentState } from '../store/persistent-state.ts';
import type { Store } from '../store/store.ts';
import type { Sample } from './history.ts';
import { bucketMs, joinSeries } from './series.ts';
import type { SpentElsewhere } from './spending.ts';
import { emptyState, type Moment, type QuotaState } from './state.ts';
import { parseStoredHistory, storedHistory, type UsageHistory } from './stored-history.ts';
import { type StoredState, storedState } from './stored-state.ts';

/**
 * Interval of the writes of the history: its maximum loss when the process is killed. Must be less than the 35 minutes
 * that are shown as a gap (history-for-display.ts).
 */
const HISTORY_INTERVAL_MS = 30 * 60_000;

/**
 * Persists the state of the ledger in two records. `ledger` is small and written for each request, so that a restart
 * loses none. `usage-history` is large and written every half an hour; the newest counts are in `ledger`, too.
 *
 * @param parts.earlier the record `ledger` of the previous process, from which the clock was restored
 * @returns `initial`: the restored state, null when there are no records; `save`: stores a new state
 */
export async function persistLedger(parts: {
  persistentState: Pick<PersistentState, 'load' | 'save'>;
  clock: Clock;
  earlier: StoredState | null;
}): Promise<{ initial: QuotaState | null; save: (state: QuotaState) => void }> {
  const { persistentState, clock, earlier } = parts;
  const moment = (): Moment => ({ now: clock.monotonic(), wall: clock.now() });
  const history = await persistentState.load('usage-history', (record) =>
    parseStoredHistory(record, moment()),
  );
  return {
    initial: earlier || history ? withHistory(earlier?.state ?? emptyState(moment()), history) : null,
    save(state) {
      const { now, wall } = moment();
      persistentState.save('ledger', () => storedState({ monotonic: now, wall, state }));
      persistentState.save('usage-history', () => storedHistory(state, { now, wall }), HISTORY_INTERVAL_MS);
    },
  };
}

/**
 * Persists the history only, for replicas that share the rest of the state. Nothing is stored before what is stored has
 * been read, nor over a record of another version.
 *
 * @param parts.mayWrite whether this replica is the one that writes
 * @returns `restore`: reads what is stored, unless that has been done, and returns a function that adds it to the ledger's
 *   state; null when there is nothing to add, or it cannot be read yet. `save`: stores a new state
 */
export function persistSharedHistory(parts: {
  store: Pick<Store, 'read'>;
  persistentState: Pick<PersistentState, 'save'>;
  clock: Clock;
  mayWrite: () => boolean;
  log: Pick<Logger, 'warn'>;
}): {
  restore: () => Promise<((state: QuotaState) => QuotaState) | null>;
  save: (state: QuotaState) => void;
} {
  const { store, persistentState, clock, mayWrite, log } = parts;
  const moment = (): Moment => ({ now: clock.monotonic(), wall: clock.now() });
  let stored: 'unread' | 'read' | 'foreign' = 'unread';

  function parse(record: readonly string[]): UsageHistory | null {
    try {
      return parseStoredHistory(record, moment());
    } catch {
      log.warn({ record: 'usage-history' }, 'left a shared record of another version alone');
      stored = 'foreign';
      return null;
    }
  }

  return {
    async restore() {
      if (stored !== 'unread') return null;
      // When Redis cannot be reached, the caller tries again later.
      const record = await store.read('usage-history').catch(() => undefined);
      if (record === undefined || stored !== 'unread') return null;
      stored = 'read';
      const history = record && parse(record);
      return history && ((state) => withHistory(state, history));
    },
    save(state) {
      if (stored !== 'read' || !mayWrite()) return;
      persistentState.save('usage-history', () => storedHistory(state, moment()), HISTORY_INTERVAL_MS);
    },
  };
}

/**
 * Adds the usage that was stored with an earlier key of the organization.
 *
 * @param record of another version: nothing is added
 */
export function withStoredUsage(state: QuotaState, record: readonly string[], clock: Clock): QuotaState {
  try {
    return withHistory(state, parseStoredHistory(record, { now: clock.monotonic(), wall: clock.now() }));
  } catch {
    return state;
  }
}

/** Joins both records. @param state empty if there is no record `ledger`; @param history null if there is none */
function withHistory(state: QuotaState, history: UsageHistory | null): QuotaState {
  return {
    ...state,
    history: joinSamples(history?.history ?? [], state.history),
    sends: joinSeries(history?.sends, state.sends),
    elsewhere: {
      daily: joinElsewhere(state.elsewhere.daily, history?.elsewhere.daily),
      monthly: joinElsewhere(state.elsewhere.monthly, history?.elsewhere.monthly),
    },
  };
}

/**
 * Without the older counts, `since` is set to the oldest remaining bucket. Otherwise the rate of others would be
 * underestimated.
 */
function joinElsewhere(
  elsewhere: SpentElsewhere,
  earlier: UsageHistory['elsewhere']['daily'] | undefined,
): SpentElsewhere {
  const { since, series } = elsewhere;
  if (earlier) {
    const begin = Math.min(since ?? Number.POSITIVE_INFINITY, earlier.since ?? Number.POSITIVE_INFINITY);
    return {
      ...elsewhere,
      since: Number.isFinite(begin) ? begin : null,
      series: joinSeries(earlier.series, series),
    };
  }
  const [oldest] = series.buckets;
  if (since === null || oldest === undefined) return elsewhere;
  return { ...elsewhere, since: Math.max(since, oldest.index * bucketMs(series)) };
}

/** Joins the samples of an earlier process with later ones. */
function joinSamples(earlier: readonly Sample[], later: readonly Sample[]): readonly Sample[] {
  const last = earlier.at(-1)?.instant ?? Number.NEGATIVE_INFINITY;
  return [...earlier, ...later.filter(({ instant }) => instant > last)];
}
