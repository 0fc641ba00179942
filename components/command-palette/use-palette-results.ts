import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorListQuery, readOnce } from '@/lib/client/queries';
import { SEARCH_DEBOUNCE_MS } from '@/lib/client/search-debounce';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import { wordsOf } from './palette-items';

const firstTen: InventoryQuery = { page: 1, per_page: 10, sort: 'relevance', order: 'asc', facets: false };

/**
 * The ten monitors that fit a text best, and among those that fit alike the most urgent. Those of the text before stay until the new ones are there;
 * `isCurrent` tells whether they belong to the text.
 */
export function usePaletteResults(text: string) {
  const wanted = wordsOf(text);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    if (wanted === asked) return;
    const timer = setTimeout(() => setAsked(wanted), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked]);
  const query = { ...firstTen, ...(asked === '' ? {} : { q: asked }) };
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...monitorListQuery(query, useRequestContext()),
    // What is being chosen from does not move.
    ...readOnce,
    placeholderData: keepPreviousData,
  });
  return {
    answer: data?.body ?? null,
    error,
    isCurrent: wanted === asked && !isFetching && !isPlaceholderData,
  };
}
