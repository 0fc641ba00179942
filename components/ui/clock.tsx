import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';

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

/** The two clocks of a browser, in milliseconds. */
interface BrowserClocks {
  /** Monotonic; it may stop while the computer sleeps. */
  steady(): number;
  /** The date, which advances while the computer sleeps and can be set by the user. */
  date(): number;
}

type PageClock = ReturnType<typeof createPageClock>;

/** A larger divergence of the clocks means that the date was set or the computer slept. Milliseconds. */
const JUMP_MS = 5000;

/**
 * Creates the clock of a page with a single timer for all subscribers. It runs on the server's time, so that
 * ages are correct even if the browser's clock is wrong. Setting the date back is ignored. A jump forward may
 * be sleep or a changed date, so it is applied until the next response.
 *
 * @param serverNow the server's time when the page was rendered, in milliseconds since the epoch
 * @param sinceRendered the time since then, in milliseconds: scripts may load long after the HTML
 */
export function createPageClock(serverNow: number, clocks: BrowserClocks, sinceRendered: number) {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | null = null;
  let base = { server: serverNow + sinceRendered, steady: clocks.steady(), date: clocks.date() };
  let current = serverNow;
  const read = () => {
    const steady = clocks.steady() - base.steady;
    const date = clocks.date() - base.date;
    return { time: base.server + Math.max(steady, date), hasJumped: date - steady > JUMP_MS };
  };
  const tick = () => {
    current = Math.floor(read().time / 1000) * 1000;
    for (const listener of listeners) listener();
  };
  return {
    /** The server's time when the page was rendered, in milliseconds since the epoch. */
    serverNow,
    /** The server's time at the last tick, in milliseconds since the epoch, whole seconds. */
    now: () => current,
    /** The current server's time, in milliseconds since the epoch. */
    exactNow: () => read().time,
    /** Sets the clock to the server's time of a response, if the browser's clocks have diverged. */
    sync(server: number): void {
      if (!read().hasJumped) return;
      base = { server, steady: clocks.steady(), date: clocks.date() };
      tick();
    },
    /** Converts a server time to the browser's clock, in milliseconds since the epoch; not later than now. */
    toBrowserTime(server: number): number {
      const date = clocks.date();
      return Math.min(date, server + date - read().time);
    },
    /** @param listener called every second @returns a function that unsubscribes */
    subscribe(listener: () => void) {
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
