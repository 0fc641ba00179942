import { useEffect } from 'react';
import type { StoredText } from './stored-text';

/** A mark may be this much later than the newest response, because a paused page may show an old one. Milliseconds. */
const AHEAD_MS = 600_000;

/**
 * Corrects a stored "seen up to" time that is much later than the newest response. It was stored while the server's
 * clock was ahead, and nothing would count as new until that time.
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
