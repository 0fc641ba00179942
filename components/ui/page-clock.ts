/** The two clocks of a browser, in milliseconds. */
interface BrowserClocks {
  /** Monotonic; it may stop while the computer sleeps. */
  steady(): number;
  /** The date, which advances while the computer sleeps and can be set by the user. */
  date(): number;
}

/** The server's time in the browser. */
export interface PageClock {
  /** @param tick called every second @returns a function that unsubscribes */
  subscribe(tick: () => void): () => void;
  /** The server's time at the last tick, in milliseconds since the epoch, whole seconds. */
  now(): number;
  /** The current server's time, in milliseconds since the epoch. */
  exactNow(): number;
  /** The server's time when the page was rendered, in milliseconds since the epoch. */
  serverNow: number;
  /** Sets the clock to the server's time of a response, if the browser's clocks have diverged. */
  sync(serverNow: number): void;
  /** Converts a server time to the browser's clock, in milliseconds since the epoch; not later than now. */
  toBrowserTime(server: number): number;
}

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
export function createPageClock(serverNow: number, clocks: BrowserClocks, sinceRendered: number): PageClock {
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
    serverNow,
    now: () => current,
    exactNow: () => read().time,
    sync(server) {
      if (!read().hasJumped) return;
      base = { server, steady: clocks.steady(), date: clocks.date() };
      tick();
    },
    toBrowserTime(server) {
      const date = clocks.date();
      return Math.min(date, server + date - read().time);
    },
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
