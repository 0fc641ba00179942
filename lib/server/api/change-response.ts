import 'server-only';
import type { Change, HistoryMeta } from '@/lib/contract/changes';
import type { Watched } from '../history/history.ts';
import type { StoredChange } from '../history/stored-change.ts';

const iso = (instant: number) => new Date(instant).toISOString();

/** Builds a change of a response. Pure. */
export function changeOf({ sequence, kind, from, to, monitor, lasted, edits }: StoredChange): Change {
  return {
    id: String(sequence),
    kind,
    from: iso(from),
    to: iso(to),
    monitor: { ...monitor, regions: [...monitor.regions] },
    lasted: lasted && { at_least_s: lasted.atLeastS, at_most_s: lasted.atMostS },
    fields: edits,
  };
}

/** Builds the `meta` of responses about the past. Pure. */
export function historyMetaOf(
  { from, until, gaps, keptDays, notSavedSince }: Watched,
  demo: boolean,
): HistoryMeta {
  return {
    observed_from: from === null ? null : iso(from),
    gaps: gaps.map((gap) => ({ from: iso(gap.from), to: iso(gap.to) })),
    as_of: until === null ? null : iso(until),
    kept_days: keptDays,
    not_saved_since: notSavedSince === null ? null : iso(notSavedSince),
    demo,
  };
}
