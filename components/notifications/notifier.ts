import { CHANGES_PAGE } from '@/lib/client/history-queries';
import type { Change, ChangeList } from '@/lib/contract/changes';
import type { LastNotification } from './last-notification';

/** Changes to notify of, the newest first. `isCutOff`: older ones of them may be on the next page. */
export interface ChangeBatch {
  changes: readonly Change[];
  isCutOff: boolean;
}

/** Notifies of changes, at most once a minute in all tabs together. */
export interface Notifier {
  /** Takes the newest changes. The first response is the beginning: nobody is notified of what was before. */
  receive(list: Pick<ChangeList, 'data' | 'pagination'>): void;
  /**
   * From now on this tab is the one that notifies, beginning with what the last two responses brought: the tab that did so
   * before may have been closed before it received them.
   */
  activate(): void;
  /** Resolves when it is known of all changes so far whether they are in the view. */
  settled(): Promise<void>;
  stop(): void;
}

/** The least time between two notifications, and before a view that could not be read is asked for again, milliseconds. */
const PAUSE_MS = 60_000;

/** How many notified changes are stored: as many as a tab can have of the last two responses when it begins to notify. */
const MAX_STORED = 2 * CHANGES_PAGE;

/** Identifies a change. Its id alone does not: a server that has lost its history counts from the beginning. */
const keyOf = ({ id, to }: Change) => `${id} ${to}`;

const emptyBatch: ChangeBatch = { changes: [], isCutOff: false };

function joinBatches(newer: ChangeBatch, older: ChangeBatch): ChangeBatch {
  return { changes: [...newer.changes, ...older.changes], isCutOff: newer.isCutOff || older.isCutOff };
}

/**
 * @param parts.belongs returns those changes whose monitors are in the chosen view
 * @param parts.show shows one notification
 * @param parts.lastNotification the last notification of any tab, its time like `now`; null: none
 * @param parts.now epoch milliseconds
 * @param parts.after calls a function after some milliseconds @returns a function that cancels it
 */
export function createNotifier(parts: {
  belongs: (changes: readonly Change[]) => Promise<readonly Change[]>;
  show: (batch: ChangeBatch) => void;
  lastNotification: { read: () => LastNotification | null; write: (notification: LastNotification) => void };
  now: () => number;
  after: (milliseconds: number, run: () => void) => () => void;
}): Notifier {
  const { belongs, show, lastNotification, now, after } = parts;
  /** The changes of the last response. By id, because a change may be found later than others that happened after it. */
  let seen: ReadonlySet<string> | null = null;
  /** What the last response brought. */
  let lastBatch = emptyBatch;
  let unchecked = emptyBatch;
  let pending = emptyBatch;
  let working: Promise<void> = Promise.resolve();
  let isActive = false;
  let isStopped = false;
  const cancels = new Set<() => void>();

  function later(milliseconds: number, run: () => void): void {
    const cancel = after(milliseconds, () => {
      cancels.delete(cancel);
      run();
    });
    cancels.add(cancel);
  }

  /** The tab that notified before may have shown some of what this one received. */
  function withoutNotified(changes: readonly Change[]): readonly Change[] {
    const notified = new Set(lastNotification.read()?.changes);
    return changes.filter((change) => !notified.has(keyOf(change)));
  }

  async function check(): Promise<void> {
    const some = unchecked;
    if (!isActive || some.changes.length === 0) return;
    unchecked = emptyBatch;
    try {
      const changes = await belongs(withoutNotified(some.changes));
      if (changes.length > 0) pending = joinBatches({ changes, isCutOff: some.isCutOff }, pending);
    } catch {
      unchecked = joinBatches(unchecked, some);
      later(PAUSE_MS, checkNext);
      return;
    }
    showPending();
  }

  function checkNext(): void {
    working = working.then(check);
  }

  function showPending(): void {
    if (isStopped || pending.changes.length === 0) return;
    const last = lastNotification.read();
    const passed = now() - (last?.at ?? Number.NEGATIVE_INFINITY);
    const left = PAUSE_MS - passed;
    // A stored time in the future means that the clock was set back; it must not delay notifications.
    if (passed >= 0 && left > 0) {
      later(left, showPending);
      return;
    }
    const notified = [...pending.changes.map(keyOf), ...(last?.changes ?? [])];
    lastNotification.write({ at: now(), changes: notified.slice(0, MAX_STORED) });
    show(pending);
    pending = emptyBatch;
  }

  return {
    receive({ data, pagination }) {
      const changes = seen === null ? [] : data.filter(({ id }) => !seen?.has(id));
      // Where all of a page is new, the next page may have more of it.
      const isCutOff = changes.length === data.length && pagination.next_cursor !== null;
      const fresh = changes.length === 0 ? emptyBatch : { changes, isCutOff };
      seen = new Set(data.map(({ id }) => id));
      unchecked = joinBatches(fresh, isActive ? unchecked : lastBatch);
      lastBatch = fresh;
      checkNext();
    },
    activate() {
      isActive = true;
      checkNext();
    },
    settled: () => working,
    stop() {
      isStopped = true;
      for (const cancel of cancels) cancel();
    },
  };
}
