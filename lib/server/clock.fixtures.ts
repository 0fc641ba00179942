import type { Clock } from './clock.ts';

/** A clock moved by hand. Wall time and monotonic time move together, or apart with `jump`. */
export interface FakeClock extends Clock {
  /** Moves time on; timers that fall due run on the way, in order, each at its own moment. */
  advance(milliseconds: number): void;
  /** The same, letting promises settle after each timer: for what waits on both. */
  pass(milliseconds: number): Promise<void>;
  /** Sets the wall clock off, as an administrator would; monotonic time does not notice. */
  jump(milliseconds: number): void;
}

export function createFakeClock(start = Date.parse('2026-11-20T12:00:00.000Z')): FakeClock {
  let passed = 0;
  let jumped = 0;
  const timers = new Set<{ at: number; run: () => void }>();

  /** Runs the earliest timer that is due by then; false when there is none. */
  function runNext(until: number): boolean {
    let next: { at: number; run: () => void } | null = null;
    for (const timer of timers) if (timer.at <= until && (next === null || timer.at < next.at)) next = timer;
    if (next === null) return false;
    timers.delete(next);
    passed = Math.max(passed, next.at);
    next.run();
    return true;
  }

  return {
    now: () => start + passed + jumped,
    monotonic: () => passed,
    after(milliseconds, run) {
      const timer = { at: passed + Math.max(0, milliseconds), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds) {
      const until = passed + milliseconds;
      while (runNext(until));
      passed = until;
    },
    async pass(milliseconds) {
      const until = passed + milliseconds;
      await settle();
      while (runNext(until)) await settle();
      passed = until;
      await settle();
    },
    jump(milliseconds) {
      jumped += milliseconds;
    },
  };
}

/** Lets every promise that can settle now do so: a turn of the event loop comes after all microtasks. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
