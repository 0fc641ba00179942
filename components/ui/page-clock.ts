/** The two clocks of a browser, in milliseconds. */
interface BrowserClocks {
  /** Monotonic; it may stop while the computer sleeps. */
  steady(): number;
  /** The date, which advances while the computer sleeps and can be set by the user. */
  date(): number;
}

export type PageClock = ReturnType<typeof createPageClock>;

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
