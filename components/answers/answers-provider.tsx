'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useClock } from '@/components/ui/clock';
import type { Answers, Known } from '@/lib/client/answers';
import { type BffAnswers, createBffAnswers, FRESH_MS } from '@/lib/client/bff-answers';
import type { MonitorDetail, MonitorList } from '@/lib/contract/answers';
import type { Usage } from '@/lib/contract/usage';

const AnswersContext = createContext<BffAnswers | null>(null);

interface AnswersProviderProps {
  /** Told of every failed try. */
  onFailure: (error: Error) => void;
  /** How often this person wants the monitors read now, seconds or `off`. */
  requestedInterval: () => string;
  children: ReactNode;
}

/** Holds what this tab knows from the BFF. */
export function AnswersProvider(props: AnswersProviderProps) {
  const { onFailure, requestedInterval } = props;
  const { sync: onServerTime } = useClock();
  const [answers] = useState(() => createBffAnswers({ onFailure, onServerTime, requestedInterval }));
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState !== 'visible') return;
      for (const kind of [answers.lists, answers.details, answers.usage]) kind.wake(FRESH_MS);
    };
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
    };
  }, [answers]);
  return <AnswersContext value={answers}>{props.children}</AnswersContext>;
}

/** @throws Error outside an `AnswersProvider` */
export function useAnswers(): BffAnswers {
  const answers = useContext(AnswersContext);
  if (!answers) throw new Error('There is no AnswersProvider around this.');
  return answers;
}

interface PageAnswersProps {
  list?: Known<MonitorList> | null;
  detail?: Known<MonitorDetail> | null;
  usage?: Known<Usage>;
  children: ReactNode;
}

/** What a page brings along is known to all that it shows. */
export function PageAnswers({ list, detail, usage, children }: PageAnswersProps) {
  const answers = useAnswers();
  useKnown(answers.lists, list);
  useKnown(answers.details, detail);
  useKnown(answers.usage, usage);
  return children;
}

function useKnown<T>(answers: Answers<T>, known: Known<T> | null | undefined): void {
  if (known) answers.seed(known);
  useEffect(() => {
    if (known) answers.learn(known);
  }, [answers, known]);
}
