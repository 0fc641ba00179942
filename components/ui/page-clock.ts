/** The two clocks of a browser, milliseconds. */
interface BrowserClocks {
  /** Never set; while the computer sleeps it may stand still. */
  steady(): number;
  /** Goes on while the computer sleeps; can be set. */
  date(): number;
}

export interface PageClock {
  /** @param tick called each second @returns ends it */
  subscribe(tick: () => void): () => void;
  /** The server's time at the last tick, epoch milliseconds, whole seconds. */
  now(): number;
  /** The server's time at this moment, epoch milliseconds. */
  exactNow(): number;
  /** The same when the page was made. */
  serverNow: number;
  /** An answer says what time it is at the server: taken where the browser's clocks leave that in doubt. */
  sync(serverNow: number): void;
  /** When a moment of the server's clock was on the browser's, epoch milliseconds; no later than now. */
  toBrowserTime(server: number): number;
}

/** By so much more than the other one the date moves only when it was set or the computer slept, milliseconds. */
const JUMP_MS = 5000;

/**
 * One clock for the whole page: a single timer, however many ages tick on it. It runs on the server's time, so that a
 * browser whose clock is off still shows true ages. A date that was set back is ignored. One that leaps forward looks the
 * same after sleep as after somebody has set it: it is believed until the next answer tells.
 */
export function createPageClock(serverNow: number, clocks: BrowserClocks): PageClock {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | null = null;
  let base = { server: serverNow, steady: clocks.steady(), date: clocks.date() };
  let current = serverNow;
  const read = () => {
    const steady = clocks.steady() - base.steady;
    const date = clocks.date() - base.date;
    return { time: base.server + Math.max(steady, date), isDoubtful: date - steady > JUMP_MS };
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
      if (!read().isDoubtful) return;
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
