import type { Clock } from './clock.ts';

/** A clock that tests advance. Wall time and monotonic time advance together; `jump` changes wall time only. */
export interface FakeClock extends Clock {
  /** Advances time. Timers that are due run in order, each at its own time. */
  advance(milliseconds: number): void;
  /** Like `advance`, but lets promises settle after each timer: for code that awaits timers and promises. */
  pass(milliseconds: number): Promise<void>;
  /** Changes the wall clock, as an administrator would; monotonic time is unaffected. */
  jump(milliseconds: number): void;
}

export function createFakeClock(start = Date.parse('2026-11-20T12:00:00.000Z')): FakeClock {
  let passed = 0;
  let jumped = 0;
  const timers = new Set<{ at: number; run: () => void }>();

  /** Runs the earliest timer that is due until then; false when there is none. */
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

/** Resolves after all pending microtasks, so that every promise that can settle has settled. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
