import { useState } from 'react';

/**
 * The last announcement about the number of down monitors, for a live region.
 *
 * @param query the query of the list; numbers of different queries are not compared
 * @param down the number of down monitors in this list; null if unknown
 */
export function useDownAnnouncement(query: string | null, down: number | null) {
  // The number increases with each announcement, because consecutive ones may have the same message.
  const [last, setLast] = useState({ query, down, message: '', number: 0 });
  if (query !== null && (query !== last.query || down !== last.down)) {
    const message = query === last.query ? downAnnouncement(last.down, down) : null;
    const news = message === null ? last : { message, number: last.number + 1 };
    setLast({ ...news, query, down });
  }
  return last;
}

/**
 * The message when the number of down monitors has changed between two responses: "3 more down", "2
 * recovered". Null without a change.
 *
 * @param before, after the numbers of down monitors; null if unknown
 */
export function downAnnouncement(before: number | null, after: number | null): string | null {
  if (before === null || after === null || before === after) return null;
  return after > before ? `${after - before} more down` : `${before - after} recovered`;
}
