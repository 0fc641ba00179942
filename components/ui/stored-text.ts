import { useSyncExternalStore } from 'react';

/** A text in the browser's storage. */
export interface StoredText {
  /** Null where nothing is stored. */
  read(): string | null;
  write(text: string): void;
}

/** Where storage is forbidden or full, a text lasts as long as the page does. */
const unsaved = new Map<string, string>();

/** @param area `localStorage` is shared by all tabs and lasts, `sessionStorage` is one tab's and ends with it */
export function createStoredText(area: 'localStorage' | 'sessionStorage', key: string): StoredText {
  const read = () => {
    const kept = unsaved.get(key);
    if (kept !== undefined) return kept;
    try {
      return window[area].getItem(key);
    } catch {
      return null;
    }
  };
  return {
    read,
    write(text) {
      if (text === read()) return;
      try {
        window[area].setItem(key, text);
        unsaved.delete(key);
      } catch {
        unsaved.set(key, text);
      }
      // The browser sends this event to other documents only.
      dispatchEvent(new StorageEvent('storage', { key }));
    },
  };
}

function subscribe(changed: () => void): () => void {
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}

/** The text, kept up to date. The server, and the first render of the browser, know of none. */
export function useStoredText(text: StoredText): string | null {
  return useSyncExternalStore(subscribe, text.read, () => null);
}
