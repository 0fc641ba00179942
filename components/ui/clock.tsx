import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import { createPageClock, type PageClock } from './page-clock';

const ClockContext = createContext<PageClock | null>(null);
const browserClocks = { steady: () => performance.now(), date: () => Date.now() };

/**
 * Provides the page clock.
 *
 * @param props.serverNow the server's time of rendering, in milliseconds since the epoch
 */
export function ClockProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  const [clock] = useState(() => createPageClock(serverNow, browserClocks, sinceResponse()));
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** The time since the first byte of the page arrived, in milliseconds; 0 on the server. */
function sinceResponse(): number {
  if (typeof window === 'undefined') return 0;
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? performance.now() - navigation.responseStart : 0;
}

/**
 * A value computed from the server's time (milliseconds since the epoch, whole seconds). It is computed every
 * second, but the component renders only when the value changes: of a hundred ages in minutes, one or two
 * change per second.
 */
export function useTicking<T extends string | number | boolean>(at: (now: number) => T): T {
  const clock = useClock();
  return useSyncExternalStore(
    clock.subscribe,
    () => at(clock.now()),
    () => at(clock.serverNow),
  );
}

/** The server's time, in milliseconds since the epoch, whole seconds. The component renders every second. */
export function useNow(): number {
  return useTicking((now) => now);
}

/** The server's time to the minute, in milliseconds since the epoch: for labels that show no seconds. */
export function useMinute(): number {
  return useTicking((now) => Math.floor(now / 60_000) * 60_000);
}

/** The page clock, for times that are not rendered. @throws Error outside a `ClockProvider` */
export function useClock(): PageClock {
  const clock = useContext(ClockContext);
  if (clock === null) throw new Error('There is no ClockProvider around this.');
  return clock;
}
