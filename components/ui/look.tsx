'use client';

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { type Look, lookCookie, serializeLook } from '@/lib/look';

interface LookStore {
  subscribe(changed: () => void): () => void;
  look(): Look;
  initial: Look;
  change(part: Partial<Look>): void;
}

const LookContext = createContext<LookStore | null>(null);

/** Makes a person's look known to the page. @param initial as the server read it from the cookie */
export function LookProvider({ initial, children }: { initial: Look; children: ReactNode }) {
  const [store] = useState(() => createLookStore(initial));
  useEffect(() => {
    const { timeZone } = store.look();
    // Somebody who has chosen nothing gets no cookie.
    if (timeZone !== null && timeZone !== browserTimeZone()) store.change({});
  }, [store]);
  return <LookContext value={store}>{children}</LookContext>;
}

/** The look of this browser, and a way to change parts of it, which is kept at once. */
export function useLook(): readonly [Look, LookStore['change']] {
  const store = useContext(LookContext);
  if (store === null) throw new Error('useLook needs a LookProvider above it');
  const look = useSyncExternalStore(store.subscribe, store.look, () => store.initial);
  return [look, store.change];
}

function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const YEAR_S = 31_536_000;

function createLookStore(initial: Look): LookStore {
  const listeners = new Set<() => void>();
  let current = initial;
  const show = (look: Look) => {
    current = look;
    for (const listener of listeners) listener();
  };
  // What is chosen in one tab holds in all: one that went on reading would undo a pause.
  const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(lookCookie);
  otherTabs?.addEventListener('message', ({ data }: MessageEvent<Look>) => {
    // A tab of an earlier version knows less.
    show({ ...initial, ...data });
  });
  return {
    initial,
    look: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(part) {
      show({ ...current, ...part, timeZone: browserTimeZone() });
      otherTabs?.postMessage(current);
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from some browsers still in use.
      document.cookie = `${lookCookie}=${serializeLook(current)}; path=/; max-age=${YEAR_S}; samesite=lax`;
    },
  };
}
