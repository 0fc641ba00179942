import { useSyncExternalStore } from 'react';

/** A module that is loaded when it is needed: once for the page, however many ask. */
export interface Source<Parts> {
  load(): void;
  /** Null until loaded. */
  parts(): Parts | null;
  subscribe(changed: () => void): () => void;
}

export function createSource<Parts>(read: () => Promise<Parts>): Source<Parts> {
  const listeners = new Set<() => void>();
  let isReading = false;
  let held: Parts | null = null;
  const took = (parts: Parts) => {
    held = parts;
    for (const listener of listeners) listener();
  };
  return {
    load() {
      if (isReading) return;
      isReading = true;
      // Whoever asks next may find the network back.
      read().then(took, () => {
        isReading = false;
      });
    },
    parts: () => held,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

/** The parts once they are loaded; this alone loads nothing. */
export function useLoaded<Parts>(source: Source<Parts>): Parts | null {
  return useSyncExternalStore(source.subscribe, source.parts, () => null);
}
