import 'server-only';
import type { Clock } from '../clock.ts';
import type { PersistentState } from '../store/persistent-state.ts';
import { bucketMs, type Series } from './series.ts';
import type { SpentElsewhere } from './spending.ts';
import { emptyState, type Moment, type QuotaState } from './state.ts';
import { parseStoredHistory, storedHistory, type UsageHistory } from './stored-history.ts';
import { type StoredState, storedState } from './stored-state.ts';

/** Killed, a process loses no more of the drawn history than this; after 35 minutes it would be drawn as a gap. */
const HISTORY_EVERY_MS = 30 * 60_000;

/**
 * Keeps what the ledger knows in two records. `ledger` is small and written with each request, so that no restart
 * forgets one. `usage-history` is large and written every half an hour; what it may lack is in the other.
 *
 * @param parts.earlier what the record `ledger` held: the clock goes on from it
 * @returns what an earlier process knew, null when it kept nothing, and what is to be told each new state
 */
export async function keepLedger(parts: {
  persistentState: Pick<PersistentState, 'load' | 'save'>;
  clock: Clock;
  earlier: StoredState | null;
}): Promise<{ known: QuotaState | null; keep: (state: QuotaState) => void }> {
  const { persistentState, clock, earlier } = parts;
  const moment = (): Moment => ({ now: clock.monotonic(), wall: clock.now() });
  const history = await persistentState.load('usage-history', (record) =>
    parseStoredHistory(record, moment()),
  );
  return {
    known: earlier || history ? withHistory(earlier?.state ?? emptyState(moment()), history) : null,
    keep(state) {
      const { now, wall } = moment();
      persistentState.save('ledger', () => storedState({ monotonic: now, wall, state }));
      persistentState.save('usage-history', () => storedHistory(state, { now, wall }), HISTORY_EVERY_MS);
    },
  };
}

/** Puts both records together. Either may lack: the ledger's is an empty state then, the history null. */
function withHistory(state: QuotaState, history: UsageHistory | null): QuotaState {
  return {
    ...state,
    history: history?.history ?? [],
    sends: joined(history?.sends, state.sends),
    elsewhere: {
      daily: withCounts(state.elsewhere.daily, history?.elsewhere.daily),
      monthly: withCounts(state.elsewhere.monthly, history?.elsewhere.monthly),
    },
  };
}

/** Where older counts are lost, others were watched only since the oldest that is left: else they seem to spend less. */
function withCounts(
  elsewhere: SpentElsewhere,
  earlier: UsageHistory['elsewhere']['daily'] | undefined,
): SpentElsewhere {
  const { since, series } = elsewhere;
  if (earlier) return { ...elsewhere, since: since ?? earlier.since, series: joined(earlier.series, series) };
  const [oldest] = series.buckets;
  if (since === null || oldest === undefined) return elsewhere;
  return { ...elsewhere, since: Math.max(since, oldest.index * bucketMs(series)) };
}

/** Counts of which the newer are known better from another record. */
function joined(earlier: Series | undefined, newest: Series): Series {
  const from = newest.buckets[0]?.index ?? Number.POSITIVE_INFINITY;
  const older = earlier?.buckets.filter(({ index }) => index < from) ?? [];
  return { ...newest, buckets: [...older, ...newest.buckets] };
}
