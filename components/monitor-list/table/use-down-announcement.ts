import { useState } from 'react';

interface DownNews {
  message: string;
  /** Tells one announcement from the next, which may have the same message. */
  number: number;
}

/**
 * The last thing to say about the number of monitors that are down.
 *
 * @param query which list the number is of; two lists are never compared
 * @param down how many of it are down now; null when it is not known
 */
export function useDownAnnouncement(query: string | null, down: number | null): DownNews {
  const [last, setLast] = useState({ query, down, message: '', number: 0 });
  if (query !== null && (query !== last.query || down !== last.down)) {
    const message = query === last.query ? downAnnouncement(last.down, down) : null;
    setLast({
      query,
      down,
      message: message ?? last.message,
      number: message === null ? last.number : last.number + 1,
    });
  }
  return { message: last.message, number: last.number };
}

/**
 * What to say when the number of monitors that are down has changed between two readings of the same list: "3 more
 * down", "2 recovered". Null when there is nothing to say.
 *
 * @param before, after how many were and are down; null when it is not known
 */
export function downAnnouncement(before: number | null, after: number | null): string | null {
  if (before === null || after === null || before === after) return null;
  return after > before ? `${after - before} more down` : `${before - after} recovered`;
}
