import { createStoredText, useStoredText } from '@/components/ui/stored-text';
import { type ListContext, parseListContext } from '@/lib/client/list-context';

const stored = createStoredText('sessionStorage', 'sightline.list-context.v1');

/** The list that the monitor on the screen was opened from in this tab; null where a link led to it. */
export function readListContext(): ListContext | null {
  return parseListContext(stored.read());
}

export function writeListContext(listContext: ListContext): void {
  stored.write(JSON.stringify(listContext));
}

/** As `readListContext`, kept up to date. The server, and the first render of the browser, know of none. */
export function useListContext(): ListContext | null {
  return parseListContext(useStoredText(stored));
}
