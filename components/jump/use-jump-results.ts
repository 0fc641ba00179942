'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRefreshChoice } from '@/components/refresh/use-refresh-choice';
import { monitorsQuery } from '@/lib/client/queries';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
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
  const [choice] = useRefreshChoice();
  useEffect(() => {
    if (wanted === asked) return;
    const timer = setTimeout(() => setAsked(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked]);
  const results = useQuery({
    ...monitorsQuery({ ...firstTen, ...(asked === '' ? {} : { q: asked }) }, choice),
    placeholderData: keepPreviousData,
    // What is being chosen from does not move.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  return {
    answer: results.data?.body ?? null,
    error: results.error,
    isCurrent: wanted === asked && !results.isPlaceholderData && !results.isPending,
  };
}
