'use client';

import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Answers, Held } from '@/lib/client/answers';
import { FRESH_MS, usageKey } from '@/lib/client/bff-answers';
import type { Usage } from '@/lib/contract/usage';
import { useAnswers } from './answers-provider';

interface How {
  /** False: it is not asked for now. */
  enabled?: boolean;
  /** False: it is not asked for again. */
  again?: boolean;
  /** Whether it is asked for while the tab is out of sight. */
  hidden?: boolean;
  /** An answer that came less than so many milliseconds ago will do at first. */
  freshMs?: number;
}

/** What is known under a key, asked for when it is missing or old, and again as long as it is shown. */
export function useAnswer<T>(answers: Answers<T>, key: string, how: How = {}): Held<T> {
  const { enabled = true, again = true, hidden = false, freshMs = FRESH_MS } = how;
  const read = () => answers.get(key);
  const askIfOld = useEffectEvent((wanted: string) => answers.askIfOlder(wanted, freshMs));
  useEffect(() => {
    if (enabled) askIfOld(key);
  }, [enabled, key]);
  useEffect(() => {
    return enabled ? answers.watch(key, { again, hidden }) : undefined;
  }, [answers, key, enabled, again, hidden]);
  return useSyncExternalStore(answers.subscribe, read, read);
}

/** The value, or while there is none the last there was. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/** Whether that question is on its way. */
export function useIsAsking<T>(answers: Answers<T>, key: string): boolean {
  const read = () => answers.isAsking(key);
  return useSyncExternalStore(answers.subscribe, read, () => false);
}

/** The counters, which several parts of every page show. */
export function useUsage(): Held<Usage> {
  return useAnswer(useAnswers().usage, usageKey);
}
