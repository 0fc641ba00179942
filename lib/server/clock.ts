import 'server-only';

/** Injected time. Everything that waits or measures takes one, so that tests can move it by hand. */
export interface Clock {
  /** Wall time, milliseconds since the Unix epoch. For what people see; it may jump. */
  now(): number;
  /** Monotonic milliseconds from an arbitrary start. For ages, deadlines and lifetimes; it never goes back. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
