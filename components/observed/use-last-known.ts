import { useQuery } from '@tanstack/react-query';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorHistoryQuery } from '@/lib/client/history-queries';
import type { Change } from '@/lib/contract/changes';
import { DAY_MS, type HistoryDays, historyDays } from '@/lib/contract/history-days';

/** What is remembered of a monitor that is not listed any more. */
export interface LastKnown {
  /** As it was at its newest change. */
  monitor: Change['monitor'];
  /** The last time it was listed, epoch milliseconds; null if its removal was not observed. */
  listedAt: number | null;
  /** The shortest range that contains its newest change. */
  days: HistoryDays;
}

/** What is remembered of a monitor that is not listed; null: nothing, or not yet known. */
export function useLastKnown(uuid: string): LastKnown | null {
  // The longest range, which contains the newest change, however long ago it was. What it says does not change.
  const query = monitorHistoryQuery(uuid, 30, useRequestContext());
  const { data } = useQuery({ ...query, refetchInterval: false });
  return data === undefined
    ? null
    : lastKnownOf(data.body.data.changes, Date.parse(data.body.meta.as_of ?? ''));
}

/** @param changes the newest first @param now epoch milliseconds */
export function lastKnownOf(changes: readonly Change[], now: number): LastKnown | null {
  const [newest] = changes;
  if (newest === undefined) return null;
  const age = now - Date.parse(newest.to);
  return {
    monitor: newest.monitor,
    listedAt: newest.kind === 'removed' ? Date.parse(newest.from) : null,
    days: historyDays.find((days) => age < days * DAY_MS) ?? 30,
  };
}
