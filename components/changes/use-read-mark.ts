import { useEffect, useRef } from 'react';
import { createStoredText, useStoredText } from '@/components/ui/stored-text';

/** The time of the reading up to which all changes have been seen in this browser, ISO 8601. */
const stored = createStoredText('localStorage', 'sightline.changes-read.v1');

function parse(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/** The time up to which all changes have been read, epoch milliseconds; null until this browser has shown some. */
export function useReadMark(): number | null {
  return parse(useStoredText(stored));
}

/** Marks all changes up to a reading as read. @param asOf the time of the reading, ISO 8601 */
export function markAsRead(asOf: string): void {
  const before = parse(stored.read());
  if (before === null || Date.parse(asOf) > before) stored.write(asOf);
}

/**
 * Marks the changes as read when the user leaves the page after all of them were shown: on the next visit the line "You last
 * looked here" is where this one ended. On the first visit all count as read.
 *
 * @param shown the time of the reading whose changes are shown without a filter, ISO 8601; null: none, or with a filter
 */
export function useMarkOnLeave(shown: string | null): void {
  const lastShown = useRef<string | null>(null);
  useEffect(() => {
    if (shown === null) return;
    lastShown.current = shown;
    if (stored.read() === null) stored.write(shown);
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
