'use client';

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';

interface PageClock {
  subscribe(tick: () => void): () => void;
  now(): number;
  serverNow: number;
}

const ClockContext = createContext<PageClock | null>(null);

/**
 * One clock for the whole page: a single timer, however many ages tick on it. It runs on the server's time, so that
 * a browser whose clock is off still shows true ages.
 */
export function ClockProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  const [clock] = useState(() => createPageClock(serverNow));
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** The server's time, epoch milliseconds, whole seconds; the component renders again when it changes. */
export function useNow(): number {
  const clock = useContext(ClockContext);
  if (clock === null) throw new Error('useNow needs a ClockProvider above it');
  return useSyncExternalStore(clock.subscribe, clock.now, () => clock.serverNow);
}

function createPageClock(serverNow: number): PageClock {
  const startedAt = performance.now();
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | null = null;
  let current = serverNow;
  const tick = () => {
    current = Math.floor((serverNow + performance.now() - startedAt) / 1000) * 1000;
    for (const listener of listeners) listener();
  };
  return {
    serverNow,
    now: () => current,
    subscribe(listener) {
      listeners.add(listener);
      timer ??= setInterval(tick, 1000);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}
