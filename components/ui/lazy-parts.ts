import { useSyncExternalStore } from 'react';

/** A module that is loaded when it is needed: once for the page, however many ask. */
export interface Source<Parts> {
  /** @returns whether it is loaded; after a failure the next call tries again */
  load(): Promise<boolean>;
  /** Null until loaded. */
  parts(): Parts | null;
  subscribe(changed: () => void): () => void;
}

export function createSource<Parts>(read: () => Promise<Parts>): Source<Parts> {
  const listeners = new Set<() => void>();
  let reading: Promise<boolean> | null = null;
  let held: Parts | null = null;
  const took = (parts: Parts) => {
    held = parts;
    for (const listener of listeners) listener();
    return true;
  };
  const failed = () => {
    // Whoever asks next may find the network back.
    reading = null;
    return false;
  };
  return {
    load() {
      reading ??= read().then(took, failed);
      return reading;
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
