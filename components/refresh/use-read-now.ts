'use client';

import { useEffect, useState } from 'react';
import { useAnswers } from '@/components/answers/answers-provider';
import { BffError } from '@/lib/client/bff';
import { usageKey } from '@/lib/client/bff-answers';

/** How long it is said what became of it, milliseconds. */
const SAID_MS = 8000;

/**
 * Lets a person have the monitors, or one of them, read upstream at once.
 *
 * @param reload shows what there is then
 * @returns whether it is under way, and what the last one came to; null when there is nothing to say (any more)
 */
export function useReadNow(reload: () => Promise<void>, uuid?: string) {
  const { readNow, usage } = useAnswers();
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ message: string } | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const read = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const answer = await readNow(uuid);
      await reload();
      const { readNowMessage } = await import('./read-now-message');
      setSaid({ message: readNowMessage(answer, Date.now()) });
    } catch (error) {
      // Nothing is known, and why is on the screen already: asking once more would only cost another request. Where
      // Sightline itself does not answer, asking again says so.
      if (error instanceof BffError && error.body) setSaid({ message: error.message });
      else await reload();
    }
    await usage.ask(usageKey);
    setBusy(false);
  };
  return { read, isBusy, message: said?.message ?? null };
}
