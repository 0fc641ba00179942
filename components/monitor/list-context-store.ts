import { useSyncExternalStore } from 'react';
import { type ListContext, parseListContext } from '@/lib/client/list-context';

const key = 'sightline.list-context.v1';
/** Where storage is forbidden or full, it is remembered as long as the page lasts. */
let unsaved: string | null = null;

function subscribe(changed: () => void): () => void {
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}

function readText(): string | null {
  if (unsaved !== null) return unsaved;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The list that the monitor on the screen was opened from in this tab; null where a link led to it. */
export function readListContext(): ListContext | null {
  return parseListContext(readText());
}

export function writeListContext(listContext: ListContext): void {
  const text = JSON.stringify(listContext);
  if (text === readText()) return;
  try {
    sessionStorage.setItem(key, text);
    unsaved = null;
  } catch {
    unsaved = text;
  }
  // The browser sends this event to other documents only.
  dispatchEvent(new StorageEvent('storage', { key }));
}

/** As `readListContext`, kept up to date. The server, and the first render of the browser, know of none. */
export function useListContext(): ListContext | null {
  const text = useSyncExternalStore(subscribe, readText, () => null);
  return parseListContext(text);
}
