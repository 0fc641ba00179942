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

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, run) {
    // Not a reason to keep the process alive: what serves people is the open port.
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), LONGEST_MS)).unref();
    return () => clearTimeout(timer);
  },
};
