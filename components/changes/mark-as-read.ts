import { useEffect, useRef } from 'react';
import { storedReadMark } from '@/components/monitor/read-mark';

/**
 * Marks all changes up to a crawl as read.
 *
 * @param asOf the time of the crawl, ISO 8601
 * @returns whether the browser has stored it
 */
export function markAsRead(asOf: string): boolean {
  const before = Date.parse(storedReadMark.read() ?? '');
  return before >= Date.parse(asOf) ? storedReadMark.isStored() : storedReadMark.write(asOf);
}

/**
 * Marks the changes as read when the user leaves the page after all unread ones were loaded: on the next visit the line "You
 * last looked here" is where this one ended. On the first visit all count as read.
 *
 * @param shown the time of the crawl whose unread changes are all shown, ISO 8601; null: not all, or with a filter
 */
export function useMarkOnLeave(shown: string | null): void {
  const lastShown = useRef<string | null>(null);
  useEffect(() => {
    if (shown === null) return;
    lastShown.current = shown;
    if (storedReadMark.read() === null) storedReadMark.write(shown);
  }, [shown]);
  useEffect(() => {
    const leave = () => {
      if (lastShown.current !== null) markAsRead(lastShown.current);
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
}
