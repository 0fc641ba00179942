import { createStoredText, useStoredText } from '@/components/ui/stored-text';

/** The time of the crawl up to which all changes have been seen in this browser, ISO 8601. */
export const storedReadMark = createStoredText('localStorage', 'sightline.changes-read.v1');

/** The time up to which all changes have been read, epoch milliseconds; null until this browser has shown some. */
export function useReadMark(): number | null {
  const at = Date.parse(useStoredText(storedReadMark) ?? '');
  return Number.isNaN(at) ? null : at;
}
