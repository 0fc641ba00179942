'use client';

import { useState } from 'react';
import { downNews } from './down-news';

/**
 * The last thing to say about the number of monitors that are down; `number` tells one saying from the next.
 *
 * @param query which list the number is of; between two lists there is no comparing
 * @param down how many of it are down now; null when it is not known
 */
export function useDownNews(query: string | null, down: number | null): { words: string; number: number } {
  const [last, setLast] = useState({ query, down, words: '', number: 0 });
  if (query !== null && (query !== last.query || down !== last.down)) {
    const words = query === last.query ? downNews(last.down, down) : null;
    setLast({
      query,
      down,
      words: words ?? last.words,
      number: words === null ? last.number : last.number + 1,
    });
  }
  return { words: last.words, number: last.number };
}
