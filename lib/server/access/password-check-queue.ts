import 'server-only';
import type { Clock } from '../clock.ts';

/** Result of a check. `skipped`: no password was checked. */
export type CheckResult = 'right' | 'wrong' | 'skipped';

/** A password that waits to be checked. */
interface Attempt {
  /** Identifies the client. Each further waiting attempt of the same client gets a higher rank. */
  client: string;
  /** Lower ranks are checked first, equal ranks in order of arrival. */
  rank: number;
  check: () => Promise<CheckResult>;
}

/** Password checks that run one at a time. Each wrong password slows the queue down. */
export interface CheckQueue {
  /**
   * Checks a password when its turn has come.
   * @returns null when too many attempts wait, also when attempts with a lower rank arrive later
   */
  run(attempt: Attempt): Promise<CheckResult | null>;
  /** Forgets the wrong passwords, after a correct one. */
  clear(): void;
}

interface WaitingAttempt extends Attempt {
  settle: (result: CheckResult | null | Promise<CheckResult>) => void;
}

/** The pause after the first wrong password that counts; it doubles with each further one. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;
/** The wrong passwords are forgotten this long after the last one. */
const REMEMBERED_MS = 15 * 60_000;
/** Maximum waiting time due to pauses, milliseconds: browsers and proxies give up after a minute. */
export const LONGEST_WAIT_MS = 30_000;
/** Maximum number of waiting attempts. It bounds their memory: each holds a form of at most 8 kB. */
const WAITING_MAX = 100;

/**
 * @param parts.freeFailures number of wrong passwords without consequence
 * @param parts.pauseFactor by which pauses are longer, because other replicas check passwords too; default 1
 */
export function createCheckQueue(parts: {
  clock: Clock;
  freeFailures: number;
  pauseFactor?: () => number;
}): CheckQueue {
  const { clock, freeFailures, pauseFactor = () => 1 } = parts;
  let waiting: WaitingAttempt[] = [];
  let isBusy = false;
  let wrong = 0;
  let lastWrongAt = Number.NEGATIVE_INFINITY;
  let lastCheckAt = Number.NEGATIVE_INFINITY;

  function pauseMs(): number {
    if (clock.monotonic() - lastWrongAt >= REMEMBERED_MS) wrong = 0;
    if (wrong <= freeFailures) return 0;
    return pauseFactor() * Math.min(FIRST_PAUSE_MS * 2 ** (wrong - freeFailures - 1), LONGEST_PAUSE_MS);
  }

  /** Refuses the attempts at the end of the queue that exceed its capacity. */
  function trim(): void {
    const pause = pauseMs();
    // At least one, however long the pause of many replicas is.
    const inTime = pause === 0 ? WAITING_MAX : Math.max(1, Math.floor(LONGEST_WAIT_MS / pause));
    const capacity = Math.min(WAITING_MAX, inTime);
    const excess = waiting.slice(capacity);
    waiting = waiting.slice(0, capacity);
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
    // The caller of `run` receives the error.
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
        const waitingOfClient = waiting.filter(({ client }) => client === attempt.client).length;
        const rank = attempt.rank + waitingOfClient;
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
