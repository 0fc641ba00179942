import { createStoredText, useStoredText } from '@/components/ui/stored-text';
import { type ListContext, parseListContext } from '@/lib/client/list-context';

const stored = createStoredText('sessionStorage', 'sightline.list-context.v1');

/** The list from which the current monitor was opened in this tab; null if it was opened by URL. */
export function readListContext(): ListContext | null {
  return parseListContext(stored.read());
}

export function writeListContext(listContext: ListContext): void {
  stored.write(JSON.stringify(listContext));
}

/** The current list context; null on the server and in the hydrating render. */
export function useListContext(): ListContext | null {
  return parseListContext(useStoredText(stored));
}
