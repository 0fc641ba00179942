import type { Change, ChangeList } from '@/lib/contract/changes';

/** Notifies of changes, at most once a minute. */
export interface Notifier {
  /** Takes the newest changes. The first response is the beginning: nobody is notified of what was before. */
  receive(list: Pick<ChangeList, 'data' | 'meta'>): Promise<void>;
  stop(): void;
}

/** The least time between two notifications, milliseconds. */
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
  let notifiedUpTo: number | null = null;
  let pending: readonly Change[] = [];
  let shownAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  function showPending(): void {
    cancel?.();
    cancel = null;
    if (pending.length === 0) return;
    const left = shownAt + PAUSE_MS - now();
    if (left > 0) {
      cancel = after(left, showPending);
      return;
    }
    shownAt = now();
    show(pending);
    pending = [];
  }

  return {
    async receive({ data, meta }) {
      if (meta.as_of === null) return;
      const from = notifiedUpTo;
      notifiedUpTo = Math.max(from ?? 0, Date.parse(meta.as_of));
      const fresh = from === null ? [] : data.filter(({ to }) => Date.parse(to) > from);
      if (fresh.length === 0) return;
      pending = [...(await belongs(fresh)), ...pending];
      showPending();
    },
    stop() {
      cancel?.();
      pending = [];
    },
  };
}
