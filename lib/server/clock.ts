import 'server-only';

/** Injected time. All code that waits or measures uses a `Clock`, so that tests can control the time. */
export interface Clock {
  /** Wall time, milliseconds since the Unix epoch. For displayed times; it may jump. */
  now(): number;
  /** Monotonic milliseconds from an arbitrary start. For ages, deadlines and lifetimes; it never goes back. */
  monotonic(): number;
  /** Runs a callback once after a delay (0 when not positive), and returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The maximum delay of Node's timers; a longer one would fire immediately. */
const DELAY_MAX_MS = 2 ** 31 - 1;

/**
 * Returns the clock of this process. Its monotonic time continues from that of the previous process, plus the wall time
 * that has passed since, so that monotonic times stored by the previous process stay valid.
 *
 * @param last both clocks of the previous process at the same moment; null: no previous process
 */
export function createSystemClock(last: { monotonic: number; wall: number } | null): Clock {
  return continueClock(systemClock, last);
}

/** Like `createSystemClock`, for any clock. @param own its monotonic time starts with this process */
export function continueClock(own: Clock, last: { monotonic: number; wall: number } | null): Clock {
  const offset = last === null ? 0 : last.monotonic + Math.max(0, own.now() - last.wall) - own.monotonic();
  return { ...own, monotonic: () => own.monotonic() + offset };
}

const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, run) {
    // A timer must not keep the process alive: only the open port does.
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), DELAY_MAX_MS)).unref();
    return () => clearTimeout(timer);
  },
};
