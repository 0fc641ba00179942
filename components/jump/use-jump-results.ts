'use client';

import { useEffect, useState } from 'react';
import { useAnswers } from '@/components/answers/answers-provider';
import { useAnswer, useLast } from '@/components/answers/use-answer';
import { type InventoryQuery, serializeInventoryQuery } from '@/lib/contract/inventory-query';
import { wordsOf } from './jump-items';

/** Between the last key and the question to the server, milliseconds. */
const DEBOUNCE_MS = 80;

const firstTen: InventoryQuery = { page: 1, per_page: 10, sort: 'attention', order: 'asc', facets: false };

/**
 * The first ten monitors that a text finds, by attention. Those of the text before stay until the new ones are there;
 * `isCurrent` tells whether they belong to the text.
 */
export function useJumpResults(text: string) {
  const wanted = wordsOf(text);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    if (wanted === asked) return;
    const timer = setTimeout(() => setAsked(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked]);
  const key = serializeInventoryQuery({ ...firstTen, ...(asked === '' ? {} : { q: asked }) });
  // What is being chosen from does not move.
  const { answer, error } = useAnswer(useAnswers().lists, key, { again: false });
  const last = useLast(answer);
  return {
    answer: answer?.body ?? (error ? null : (last?.body ?? null)),
    error,
    isCurrent: wanted === asked && (answer !== undefined || error !== null),
  };
}
