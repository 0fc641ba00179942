import { useSyncExternalStore } from 'react';
import { useTemporary } from './use-temporary';

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

/** The message when the browser has not stored what the user chose. */
export const notStoredMessage =
  'Not saved: this browser’s storage for this site is blocked or full. What you choose lasts until you reload or close the page.';

/** The display time of the message, in milliseconds. */
const SHOWN_MS = 10_000;

/** The message for a toast, null without one; and `report`, which takes whether the browser has stored a choice. */
export function useNotStoredMessage() {
  const [message, setMessage] = useTemporary<string>(SHOWN_MS);
  return { message, report: (isStored: boolean) => setMessage(isStored ? null : notStoredMessage) };
}
