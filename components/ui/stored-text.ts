import { useSyncExternalStore } from 'react';

/** A text in the browser's web storage. */
export interface StoredText {
  /** The stored text; null without one. */
  read(): string | null;
  write(text: string): void;
}

/**
 * Texts that could not be stored, because storage is blocked or full. They last until the page is unloaded.
 */
const unsaved = new Map<string, string>();

/** Creates access to a key of `localStorage` (shared by all tabs) or `sessionStorage` (of one tab). */
export function createStoredText(area: 'localStorage' | 'sessionStorage', key: string): StoredText {
  const read = () => {
    const text = unsaved.get(key);
    if (text !== undefined) return text;
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
      // The browser dispatches this event only in other documents.
      dispatchEvent(new StorageEvent('storage', { key }));
    },
  };
}

function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

/** The current text, updated on changes; null on the server and in the hydrating render. */
export function useStoredText(text: StoredText): string | null {
  return useSyncExternalStore(subscribe, text.read, () => null);
}
