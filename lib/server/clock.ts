import 'server-only';

/** Injected time. Everything that waits or measures takes one, so that tests can move it by hand. */
export interface Clock {
  /** Wall time, milliseconds since the Unix epoch. For what people see; it may jump. */
  now(): number;
  /** Monotonic milliseconds from an arbitrary start. For ages, deadlines and lifetimes; it never goes back. */
  monotonic(): number;
  /** Runs something once, after so many milliseconds (at once when they are not positive). Returns its cancelling. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The longest wait that Node's timers keep; longer ones would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * The clock of this process. Its monotonic time goes on from where an earlier process left it, by as much as the wall
 * clock says has passed since: so that instants which that process kept still mean what they meant.
 *
 * @param last one moment of the earlier process by both clocks; null: there was none
 */
export function createSystemClock(last: { monotonic: number; wall: number } | null): Clock {
  return continueClock(systemClock, last);
}

/** The same over any clock of a process. @param own counts monotonic time from the beginning of this process */
export function continueClock(own: Clock, last: { monotonic: number; wall: number } | null): Clock {
  const ahead = last === null ? 0 : last.monotonic + Math.max(0, own.now() - last.wall) - own.monotonic();
  return { ...own, monotonic: () => own.monotonic() + ahead };
}

const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, run) {
    // Not a reason to keep the process alive: what serves people is the open port.
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), LONGEST_MS)).unref();
    return () => clearTimeout(timer);
  },
};
