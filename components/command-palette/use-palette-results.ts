import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRequestContext } from '@/components/ui/use-request-context';
import { SEARCH_DEBOUNCE_MS } from '@/lib/client/monitors-url';
import { monitorListQuery, readOnce } from '@/lib/client/queries';
import { wordsOf } from './palette-items';

const firstTen = { page: 1, per_page: 10, sort: 'relevance', order: 'asc', facets: false } as const;

/**
 * The ten best matches of a text; among equal matches the most urgent are first. The previous result stays
 * until the new one arrives.
 *
 * @returns `isCurrent`: whether the result (null before the first one) and the last error belong to the current text
 */
export function usePaletteResults(text: string) {
  const words = wordsOf(text);
  const [debounced, setDebounced] = useState(words);
  useEffect(() => {
    if (words === debounced) return;
    const timer = setTimeout(() => setDebounced(words), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [words, debounced]);
  const query = { ...firstTen, ...(debounced === '' ? {} : { q: debounced }) };
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...monitorListQuery(query, useRequestContext()),
    // The options must not move while the user chooses.
    ...readOnce,
    placeholderData: keepPreviousData,
  });
  return {
    answer: data?.body ?? null,
    error,
    isCurrent: words === debounced && !isFetching && !isPlaceholderData,
  };
}
