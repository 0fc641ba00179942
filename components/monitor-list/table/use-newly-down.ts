import { useEffect } from 'react';
import { storedReadMark } from '@/components/monitor/read-mark';
import { createStoredText, useStoredText } from '@/components/ui/stored-text';
import { useMarkNotAhead } from '@/components/ui/use-mark-not-ahead';
import type { MonitorList } from '@/lib/contract/responses';

/** The time up to which down monitors have been seen in this tab, ISO 8601. */
const stored = createStoredText('sessionStorage', 'sightline.seen-down.v1');

/**
 * The monitors that went down while this tab was open and have not been seen. The first response counts as
 * seen.
 *
 * @param areShown whether the list shows just the monitors that are down
 */
export function useNewlyDown({ as_of: asOf, inventory }: MonitorList['meta'], areShown: boolean) {
  const seenHere = useStoredText(stored);
  const readThere = useStoredText(storedReadMark) ?? '';
  // The page of the changes shows them, too.
  const seenUpTo = seenHere === null || seenHere > readThere ? seenHere : readThere;
  const isComplete = inventory.state !== 'reading';
  useEffect(() => {
    if (isComplete && stored.read() === null) stored.write(asOf);
  }, [isComplete, asOf]);
  const [newest = asOf] = inventory.last_down;
  // A time may be later than the list, because a monitor is also read individually.
  const latest = newest > asOf ? newest : asOf;
  useMarkNotAhead(stored, latest);
  useEffect(() => {
    if (areShown) stored.write(latest);
  }, [areShown, latest]);
  const count = seenUpTo === null ? 0 : newerThan(inventory.last_down, seenUpTo);
  return {
    /** Limited by the number of times in a response. */
    count,
    mayBeMore:
      count > 0 && count === inventory.last_down.length && count < (inventory.counts?.condition.down ?? 0),
    dismiss: () => stored.write(latest),
  };
}

/**
 * The number of later times. All are ISO 8601 in UTC with the same format, so they can be compared as
 * strings.
 */
export function newerThan(times: readonly string[], seenUpTo: string): number {
  return times.filter((time) => time > seenUpTo).length;
}
