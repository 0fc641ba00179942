import type { Clock } from '../server/clock';

/** A clock moved by hand. Wall time and monotonic time move together, or apart with `jump`. */
export interface FakeClock extends Clock {
  advance(milliseconds: number): void;
  /** Sets the wall clock off, as an administrator would; monotonic time does not notice. */
  jump(milliseconds: number): void;
}

export function createFakeClock(start = Date.parse('2026-11-20T12:00:00.000Z')): FakeClock {
  let passed = 0;
  let jumped = 0;
  return {
    now: () => start + passed + jumped,
    monotonic: () => passed,
    advance(milliseconds) {
      passed += milliseconds;
    },
    jump(milliseconds) {
      jumped += milliseconds;
    },
  };
}
