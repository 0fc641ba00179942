import 'server-only';
import type { Clock } from '../clock.ts';

/** What a check came to. `skipped`: no password was checked. */
export type CheckResult = 'right' | 'wrong' | 'skipped';

/** One password that waits to be checked. */
interface Attempt {
  /** Who tries: the attempts of one client that wait at the same time rank one behind the other. */
  client: string;
  /** Lower ranks are checked first; equal ones in the order of coming. */
  rank: number;
  check: () => Promise<CheckResult>;
}

/** Password checks that share one allowance, one at a time. The more of them were wrong, the slower it gets. */
export interface CheckQueue {
  /**
   * Checks a password when its turn has come.
   * @returns null when too many wait, also when others with a lower rank have taken its place
   */
  run(attempt: Attempt): Promise<CheckResult | null>;
  /** The right password was among the last ones: the wrong ones are forgotten. */
  clear(): void;
}

interface WaitingAttempt extends Attempt {
  settle: (result: CheckResult | null | Promise<CheckResult>) => void;
}

/** The pause before the next check after one wrong password too many; it doubles with each further one. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;
/** So long after the last wrong password all of them are forgotten. */
const REMEMBERED_MS = 15 * 60_000;
/** Nobody waits longer than this, pauses alone: browsers and proxies give up after a minute. Milliseconds. */
export const LONGEST_WAIT_MS = 30_000;
/** No more attempts wait than this, so that they cannot fill the memory: each holds a form of at most 8 kB. */
const WAITING_MAX = 100;

/** @param free so many wrong passwords have no consequence */
export function createCheckQueue({ clock, free }: { clock: Clock; free: number }): CheckQueue {
  let waiting: WaitingAttempt[] = [];
  let isBusy = false;
  let wrong = 0;
  let lastWrongAt = Number.NEGATIVE_INFINITY;
  let lastCheckAt = Number.NEGATIVE_INFINITY;

  function pauseMs(): number {
    if (clock.monotonic() - lastWrongAt >= REMEMBERED_MS) wrong = 0;
    return wrong <= free ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (wrong - free - 1), LONGEST_PAUSE_MS);
  }

  /** Sends away those for whom there is no room, the last first. */
  function trim(): void {
    const pause = pauseMs();
    const room = pause === 0 ? WAITING_MAX : Math.min(WAITING_MAX, Math.floor(LONGEST_WAIT_MS / pause));
    const excess = waiting.slice(room);
    waiting = waiting.slice(0, room);
    for (const attempt of excess) attempt.settle(null);
  }

  function startNext(): void {
    if (isBusy || waiting.length === 0) return;
    isBusy = true;
    const waitMs = lastCheckAt + pauseMs() - clock.monotonic();
    if (waitMs > 0) clock.after(waitMs, checkFirst);
    else void checkFirst();
  }

  async function checkFirst(): Promise<void> {
    const first = waiting.shift();
    if (first) await check(first);
    isBusy = false;
    startNext();
  }

  async function check(attempt: WaitingAttempt): Promise<void> {
    const checked = attempt.check();
    attempt.settle(checked);
    // A check that throws is the business of who asked for it.
    const result = await checked.catch(() => 'skipped' as const);
    if (result === 'skipped') return;
    lastCheckAt = clock.monotonic();
    if (result === 'right') return;
    wrong += 1;
    lastWrongAt = lastCheckAt;
    trim();
  }

  return {
    run: (attempt) =>
      new Promise((resolve) => {
        const own = waiting.filter(({ client }) => client === attempt.client).length;
        const rank = attempt.rank + own;
        const place = waiting.findIndex((other) => other.rank > rank);
        waiting.splice(place === -1 ? waiting.length : place, 0, { ...attempt, rank, settle: resolve });
        trim();
        startNext();
      }),
    clear() {
      wrong = 0;
    },
  };
}
