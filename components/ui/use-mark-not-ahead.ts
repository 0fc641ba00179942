import { useEffect } from 'react';
import type { StoredText } from './stored-text';

/** A mark is at most this much later than the list of the page, which is five minutes old while it is paused. Milliseconds. */
const AHEAD_MS = 600_000;

/**
 * Sets a stored time up to which something has been seen back to that of a response, when it is much later: then the server's
 * clock was ahead when it was stored, and nothing would count as new until that time.
 *
 * @param mark ISO 8601
 * @param latest the newest time in a response, ISO 8601; null: no response yet
 */
export function useMarkNotAhead(mark: StoredText, latest: string | null): void {
  useEffect(() => {
    if (latest === null) return;
    if (Date.parse(mark.read() ?? '') > Date.parse(latest) + AHEAD_MS) mark.write(latest);
  }, [mark, latest]);
}
