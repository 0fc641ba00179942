import { useEffect, useRef } from 'react';
import { createStoredText, useStoredText } from '@/components/ui/stored-text';

/** The time of the crawl up to which all changes have been seen in this browser, ISO 8601. */
export const storedReadMark = createStoredText('localStorage', 'sightline.changes-read.v1');

/** The time up to which all changes have been read, epoch milliseconds; null until this browser has shown some. */
export function useReadMark(): number | null {
  const at = Date.parse(useStoredText(storedReadMark) ?? '');
  return Number.isNaN(at) ? null : at;
}

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
