import { useState } from 'react';
import type { MonitorList } from '@/lib/contract/responses';

/**
 * A visually hidden live region that announces changes of the number of down monitors.
 *
 * @param props.loadedQuery the serialized query of the list; numbers of different queries are not compared. Null while the
 *   list is that of the previous query
 */
export function DownAnnouncement({ list, loadedQuery }: { list: MonitorList; loadedQuery: string | null }) {
  'use memo';
  const isRead = list.meta.inventory.state !== 'reading';
  const down = isRead && list.facets ? (list.facets.condition.get('down') ?? 0) : null;
  // The number increases with each announcement, because consecutive ones may have the same message.
  const [last, setLast] = useState({ query: loadedQuery, down, message: '', number: 0 });
  if (loadedQuery !== null && (loadedQuery !== last.query || down !== last.down)) {
    const message = loadedQuery === last.query ? downAnnouncement(last.down, down) : null;
    const news = message === null ? last : { message, number: last.number + 1 };
    setLast({ ...news, query: loadedQuery, down });
  }
  return (
    <p role="status" className="sr-only">
      <span key={last.number}>{last.message}</span>
    </p>
  );
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
