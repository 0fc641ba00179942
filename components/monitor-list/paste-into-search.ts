import { type ClipboardEvent, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '@/lib/contract/query-parameters';

/**
 * Handles a paste into a search field. Shortens a text that has several lines or is too long. The browser would join
 * the lines and cut the text off silently.
 *
 * @param text the text of the field
 * @param onText called with the new text and a notice of what was cut (null for nothing), if the browser must not paste
 */
export function pasteIntoSearch(
  event: ClipboardEvent<HTMLInputElement>,
  text: string,
  onText: (text: string, notice: string | null) => void,
): void {
  const pasted = event.clipboardData.getData('text').trim();
  const { selectionStart, selectionEnd } = event.currentTarget;
  const before = text.slice(0, selectionStart ?? 0);
  const after = text.slice(selectionEnd ?? 0);
  const room = MAX_SEARCH_LENGTH - before.length - after.length;
  if (pasted.length <= room && !/[\r\n\t]/.test(pasted)) return;
  event.preventDefault();
  // Loaded when it is needed (ADR 0042); without it the text is cut off.
  import('./shorten-pasted').then(
    ({ shortenPasted }) => {
      const shortened = shortenPasted(pasted, room);
      onText(before + shortened.text + after, shortened.notice);
    },
    () => onText(before + pasted.replace(/\s+/g, ' ').slice(0, room) + after, null),
  );
}

/** Keeps the notice of what was cut from the last pasted text, and returns it while that text is the search. */
export function useShortenedNotice(q: string) {
  const [shortened, setShortened] = useState<{ q: string; notice: string | null } | null>(null);
  return {
    shortenedNotice: shortened !== null && shortened.q === q.trim() ? shortened.notice : null,
    reportShortened: (text: string, notice: string | null) => setShortened({ q: text.trim(), notice }),
  };
}
