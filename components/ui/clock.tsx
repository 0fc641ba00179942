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

/**
 * What is to be shown at the server's time (epoch milliseconds, whole seconds): worked out every second, but the
 * component renders again only when it differs. Of a hundred ages in minutes one or two change in a second.
 */
export function useTicking<T extends string | number | boolean>(at: (now: number) => T): T {
  const clock = useContext(ClockContext);
  if (clock === null) throw new Error('useTicking needs a ClockProvider above it');
  return useSyncExternalStore(
    clock.subscribe,
    () => at(clock.now()),
    () => at(clock.serverNow),
  );
}

/** The server's time, epoch milliseconds, whole seconds; the component renders again every second. */
export function useNow(): number {
  return useTicking((now) => now);
}

function createPageClock(serverNow: number): PageClock {
  const startedAt = { steady: performance.now(), date: Date.now() };
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | null = null;
  let current = serverNow;
  const tick = () => {
    // While a computer sleeps the steady time may stand still; the date does not, but can be set back.
    const elapsed = Math.max(performance.now() - startedAt.steady, Date.now() - startedAt.date);
    current = Math.floor((serverNow + elapsed) / 1000) * 1000;
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
