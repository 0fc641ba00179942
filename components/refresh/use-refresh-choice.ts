'use client';

import { readStored, useStored } from '@/components/ui/use-stored';
import { type RefreshChoice, refreshChoiceSchema, usualChoice } from './refresh-choice';

const key = 'sightline.refresh.v1';

/** The choice as it is now, for what is not rendered. Only in the browser. */
export function readRefreshChoice(): RefreshChoice {
  return readStored(key, refreshChoiceSchema, usualChoice);
}

/**
 * How often this person wants the monitors read, kept in this browser: the choice, a way to change it, and one that
 * pauses or goes on as before the pause.
 */
export function useRefreshChoice(): [RefreshChoice, (choice: RefreshChoice) => void, () => void] {
  const [choice, setChoice] = useStored(key, refreshChoiceSchema, usualChoice);
  const [resumed, setResumed] = useStored('sightline.resume.v1', refreshChoiceSchema, usualChoice);
  const choose = (next: RefreshChoice) => {
    if (next === 'off' && choice !== 'off') setResumed(choice);
    setChoice(next);
  };
  const togglePause = () => {
    if (choice !== 'off') choose('off');
    else choose(resumed === 'off' ? usualChoice : resumed);
  };
  return [choice, choose, togglePause];
}
