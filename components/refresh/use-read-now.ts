'use client';

import { useEffect, useState } from 'react';
import { useAnswers } from '@/components/answers/answers-provider';
import { useClock } from '@/components/ui/clock';
import { BffError } from '@/lib/client/bff';
import { usageKey } from '@/lib/client/bff-answers';
import { readNowMessage } from './read-now-message';

/** How long it is said what became of it, milliseconds. */
const SAID_MS = 8000;
/** The key of all monitors, where others are UUIDs. */
const ALL = '';

/**
 * Lets a person have the monitors, or one of them, read upstream at once.
 *
 * @param reload shows what there is then
 * @returns whether it is under way, and what the last one came to; null when there is nothing to say (any more)
 */
export function useReadNow(reload: () => Promise<void>, uuid: string = ALL) {
  const { readNow, usage } = useAnswers();
  const clock = useClock();
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [said, setSaid] = useState<{ of: string; message: string } | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const isBusy = busy.includes(uuid);
  const read = async () => {
    if (isBusy) return;
    setBusy((others) => [...others, uuid]);
    const say = (message: string) => setSaid({ of: uuid, message });
    try {
      const answer = await readNow(uuid === ALL ? undefined : uuid, (reading) => {
        say(readNowMessage(reading, clock.now()));
        void reload();
      });
      await reload();
      say(readNowMessage(answer, clock.now()));
    } catch (error) {
      // Nothing is known, and why is on the screen already: asking once more would only cost another request. Where
      // Sightline itself does not answer, asking again says so.
      if (error instanceof BffError && error.body) say(error.message);
      else {
        await reload();
        say('Asked for, but Sightline’s answer did not arrive.');
      }
    }
    void usage.ask(usageKey);
    setBusy((others) => others.filter((other) => other !== uuid));
  };
  return { read, isBusy, message: said?.of === uuid ? said.message : null };
}
