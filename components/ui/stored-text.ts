import { useSyncExternalStore } from 'react';

export type StoredText = ReturnType<typeof createStoredText>;

/**
 * Texts that could not be stored, because storage is blocked or full. They last until the page is unloaded.
 */
const unsaved = new Map<string, string>();

/** Creates access to a key of `localStorage` (shared by all tabs) or `sessionStorage` (of one tab). */
export function createStoredText(area: 'localStorage' | 'sessionStorage', key: string) {
  /** The stored text; null without one. */
  const read = (): string | null => {
    try {
      return unsaved.get(key) ?? window[area].getItem(key);
    } catch {
      return null;
    }
  };
  /** Whether the browser has stored what was written last. */
  const isStored = () => !unsaved.has(key);
  return {
    read,
    isStored,
    /** @returns whether the browser has stored it */
    write(text: string): boolean {
      if (text === read()) return isStored();
      try {
        window[area].setItem(key, text);
        // Some browsers ignore the call when storage is blocked.
        if (window[area].getItem(key) === text) unsaved.delete(key);
        else unsaved.set(key, text);
      } catch {
        unsaved.set(key, text);
      }
      // The browser dispatches this event only in other documents.
      dispatchEvent(new StorageEvent('storage', { key }));
      return isStored();
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

/** Whether the browser has stored what was written last, updated on changes; true on the server. */
export function useIsStored(text: StoredText): boolean {
  return useSyncExternalStore(subscribe, text.isStored, () => true);
}
