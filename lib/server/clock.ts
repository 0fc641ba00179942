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

/** Resolves after a delay, milliseconds. */
export function sleep(clock: Pick<Clock, 'after'>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

/** The maximum delay of Node's timers; a longer one would fire immediately. */
const DELAY_MAX_MS = 2 ** 31 - 1;

export type ContinuedClock = ReturnType<typeof createContinuedClock>;

/**
 * A clock whose monotonic time continues that of another process, so that its stored times stay valid. It begins at the wall time.
 * So a process that does not know the times of the other one is wrong only by as much as the wall clock was changed.
 */
export function createContinuedClock(clock: Clock) {
  let offset = clock.now() - clock.monotonic();
  return {
    ...clock,
    monotonic: () => clock.monotonic() + offset,
    /** @param last both times of the other process at the same moment */
    continueFrom(last: { monotonic: number; wall: number }): void {
      offset = last.monotonic + Math.max(0, clock.now() - last.wall) - clock.monotonic();
    },
  };
}

export type DatabaseClock = ReturnType<typeof createDatabaseClock>;

/** A clock with the wall time of the database server, which all replicas share; before `adjust` with that of this machine. */
export function createDatabaseClock(own: Clock) {
  /** The wall time of the server minus the monotonic time of this process. */
  let offset: number | null = null;
  return {
    ...own,
    now: () => (offset === null ? own.now() : Math.floor(own.monotonic() + offset)),
    /** @param serverMs epoch ms; @param sentAt when the statement was sent that returned it, monotonic ms */
    adjust(serverMs: number, sentAt: number): void {
      // The server has read its clock between these two moments. If the offset agrees with that, it is not changed.
      const least = serverMs - own.monotonic();
      const most = serverMs - sentAt;
      offset = Math.min(Math.max(offset ?? (least + most) / 2, least), most);
    },
  };
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, run) {
    // A timer must not keep the process alive: only the open port does.
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), DELAY_MAX_MS)).unref();
    return () => clearTimeout(timer);
  },
};
