import { useEffect } from 'react';
import { createStoredText, useStoredText } from '@/components/ui/stored-text';
import { useMarkNotAhead } from '@/components/ui/use-mark-not-ahead';
import type { MonitorList } from '@/lib/contract/responses';

/** The time up to which down monitors have been seen in this tab, ISO 8601. */
const stored = createStoredText('sessionStorage', 'sightline.seen-down.v1');

export interface NewlyDown {
  /** The number of monitors that went down since the last dismissal, limited by the number in a response. */
  count: number;
  /** Whether the number is limited and there may be more. */
  mayBeMore: boolean;
  /** Marks them as seen. */
  dismiss: () => void;
}

/**
 * The monitors that went down while this tab was open and have not been seen. The first response counts as
 * seen.
 */
export function useNewlyDown({ as_of: asOf, inventory }: MonitorList['meta']): NewlyDown {
  const seenUpTo = useStoredText(stored);
  const isComplete = inventory.state !== 'reading';
  useEffect(() => {
    if (isComplete && stored.read() === null) stored.write(asOf);
  }, [isComplete, asOf]);
  const latest = laterOf(asOf, inventory.last_down[0]);
  useMarkNotAhead(stored, latest);
  const count = seenUpTo === null ? 0 : newerThan(inventory.last_down, seenUpTo);
  return {
    count,
    mayBeMore:
      count > 0 && count === inventory.last_down.length && count < (inventory.counts?.condition.down ?? 0),
    dismiss: () => stored.write(latest),
  };
}

/**
 * The later of two ISO 8601 times. `newest` may be later than the list, because a monitor is also read
 * individually.
 */
function laterOf(asOf: string, newest: string | undefined): string {
  return newest !== undefined && newest > asOf ? newest : asOf;
}

/**
 * The number of later times. All are ISO 8601 in UTC with the same format, so they can be compared as
 * strings.
 */
export function newerThan(times: readonly string[], seenUpTo: string): number {
  return times.filter((time) => time > seenUpTo).length;
}
