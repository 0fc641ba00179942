import { useQuery } from '@tanstack/react-query';
import { useTicking } from '@/components/ui/clock';
import { useRequestContext } from '@/components/ui/use-request-context';
import { newestChangeQuery } from '@/lib/client/history-queries';
import type { Change } from '@/lib/contract/changes';
import { DAY_MS, type HistoryDays, historyDays } from '@/lib/contract/history-days';

const HOUR_MS = 3_600_000;

/** What is remembered of a monitor that is not listed any more. */
export interface LastKnown {
  /** Its newest change, with the monitor as it was then. */
  newest: Change;
  /** The last time it was listed, epoch milliseconds; null if its removal was not observed. */
  listedAt: number | null;
  /** The shortest range that contains its newest change; the longest when none does. */
  days: HistoryDays;
}

/** What is remembered of a monitor that is not listed; null: nothing, or not yet known. */
export function useLastKnown(uuid: string): LastKnown | null {
  const now = useTicking(nextHour);
  const { data } = useQuery(newestChangeQuery(uuid, useRequestContext()));
  return data === undefined ? null : lastKnownOf(data.body.data, now);
}

/** The next full hour: ranges begin up to a slot later than their length. @param now epoch milliseconds */
export function nextHour(now: number): number {
  return (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
}

/** @param changes the newest first @param now epoch milliseconds */
export function lastKnownOf(changes: readonly Change[], now: number): LastKnown | null {
  const [newest] = changes;
  if (newest === undefined) return null;
  const age = now - Date.parse(newest.to);
  return {
    newest,
    listedAt: newest.kind === 'removed' ? Date.parse(newest.from) : null,
    days: historyDays.find((days) => age < days * DAY_MS) ?? 30,
  };
}
