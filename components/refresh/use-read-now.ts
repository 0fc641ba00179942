'use client';

import { useEffect, useState } from 'react';
import { useAnswers } from '@/components/answers/answers-provider';
import { usageKey } from '@/lib/client/bff-answers';
import { readNowMessage } from './read-now-message';

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
    // Where Sightline itself does not answer, the reload says so.
    const answer = await readNow(uuid).catch(() => null);
    await Promise.all([reload(), usage.ask(usageKey)]);
    setBusy(false);
    setSaid(answer && { message: readNowMessage(answer, Date.now()) });
  };
  return { read, isBusy, message: said?.message ?? null };
}
