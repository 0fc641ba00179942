import { useEffect } from 'react';
import { createStoredText, useStoredText } from '@/components/ui/stored-text';
import type { MonitorList } from '@/lib/contract/answers';

/** Up to when this tab's person has seen what is down, ISO 8601. */
const stored = createStoredText('sessionStorage', 'sightline.seen-down.v1');

export interface NewlyDown {
  /** How many went down since this was last looked at; at most as many as an answer names. */
  count: number;
  /** Whether there may be more. */
  mayBeMore: boolean;
  /** From now on these are known. */
  dismiss: () => void;
}

/** What went down while this tab was open and has not been looked at; with the first answer all is known. */
export function useNewlyDown({ as_of: asOf, inventory }: MonitorList['meta']): NewlyDown {
  const seenUpTo = useStoredText(stored);
  const isComplete = inventory.state !== 'reading';
  useEffect(() => {
    if (isComplete && stored.read() === null) stored.write(asOf);
  }, [isComplete, asOf]);
  const count = seenUpTo === null ? 0 : newerThan(inventory.last_down, seenUpTo);
  return {
    count,
    mayBeMore:
      count > 0 && count === inventory.last_down.length && count < (inventory.counts?.condition.down ?? 0),
    dismiss: () => stored.write(laterOf(asOf, inventory.last_down[0])),
  };
}

/** The newest may be later than what is read otherwise: its monitor was read on its own. ISO 8601 UTC. */
function laterOf(asOf: string, newest: string | undefined): string {
  return newest !== undefined && newest > asOf ? newest : asOf;
}

/** How many of the moments are later. All ISO 8601 UTC, as the server writes them: their texts stand in their order. */
export function newerThan(moments: readonly string[], seenUpTo: string): number {
  return moments.filter((moment) => moment > seenUpTo).length;
}
