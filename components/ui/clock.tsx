import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import { createPageClock, type PageClock } from './page-clock';

const ClockContext = createContext<PageClock | null>(null);
const browserClocks = { steady: () => performance.now(), date: () => Date.now() };

/** Gives all below it one clock. @param serverNow the server's time when it made the page, epoch milliseconds */
export function ClockProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  const [clock] = useState(() => createPageClock(serverNow, browserClocks));
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/**
 * What is to be shown at the server's time (epoch milliseconds, whole seconds): worked out every second, but the
 * component renders again only when it differs. Of a hundred ages in minutes one or two change in a second.
 */
export function useTicking<T extends string | number | boolean>(at: (now: number) => T): T {
  const clock = useClock();
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

/** The page's clock, for what is not rendered. */
export function useClock(): PageClock {
  const clock = useContext(ClockContext);
  if (clock === null) throw new Error('There is no ClockProvider around this.');
  return clock;
}
