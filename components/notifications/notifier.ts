import type { Change, ChangeList } from '@/lib/contract/changes';

/** Notifies of changes, at most once a minute. */
export interface Notifier {
  /** Takes the newest changes. The first response is the beginning: nobody is notified of what was before. */
  receive(list: Pick<ChangeList, 'data'>): void;
  /** Resolves when it is known of all changes so far whether they are in the view. */
  settled(): Promise<void>;
  stop(): void;
}

/** The least time between two notifications, and before a view that could not be read is asked for again, milliseconds. */
const PAUSE_MS = 60_000;

/**
 * @param parts.belongs returns those changes whose monitors are in the chosen view
 * @param parts.show shows one notification, the newest change first
 * @param parts.after calls a function after some milliseconds @returns a function that cancels it
 */
export function createNotifier(parts: {
  belongs: (changes: readonly Change[]) => Promise<readonly Change[]>;
  show: (changes: readonly Change[]) => void;
  now: () => number;
  after: (milliseconds: number, run: () => void) => () => void;
}): Notifier {
  const { belongs, show, now, after } = parts;
  /** The changes of the last response. By id, because a change may be found later than others that happened after it. */
  let seen: ReadonlySet<string> | null = null;
  let unchecked: readonly Change[] = [];
  let pending: readonly Change[] = [];
  let shownAt = Number.NEGATIVE_INFINITY;
  let working: Promise<void> = Promise.resolve();
  let isStopped = false;
  const cancels = new Set<() => void>();

  function later(milliseconds: number, run: () => void): void {
    const cancel = after(milliseconds, () => {
      cancels.delete(cancel);
      run();
    });
    cancels.add(cancel);
  }

  async function check(): Promise<void> {
    const some = unchecked;
    if (some.length === 0) return;
    unchecked = [];
    try {
      pending = [...(await belongs(some)), ...pending];
    } catch {
      unchecked = [...unchecked, ...some];
      later(PAUSE_MS, checkNext);
      return;
    }
    showPending();
  }

  function checkNext(): void {
    working = working.then(check);
  }

  function showPending(): void {
    if (isStopped || pending.length === 0) return;
    const left = shownAt + PAUSE_MS - now();
    if (left > 0) {
      later(left, showPending);
      return;
    }
    shownAt = now();
    show(pending);
    pending = [];
  }

  return {
    receive({ data }) {
      const fresh = seen === null ? [] : data.filter(({ id }) => !seen?.has(id));
      seen = new Set(data.map(({ id }) => id));
      unchecked = [...fresh, ...unchecked];
      checkNext();
    },
    settled: () => working,
    stop() {
      isStopped = true;
      for (const cancel of cancels) cancel();
    },
  };
}
