import type { OpenedMonitor } from '@/lib/client/opened-monitor';

/**
 * Creates a record of navigations to monitors whose pages have not arrived yet. The user may step through a list faster
 * than pages arrive, so each step starts from the target of the previous one instead of the displayed page.
 */
export function createPendingNavigation() {
  let pending: readonly OpenedMonitor[] = [];
  /** Where the last navigation began. */
  let origin: string | undefined;
  return {
    /** The monitor of the last pending navigation; `shown` without one. */
    target: (shown: OpenedMonitor): OpenedMonitor => pending.at(-1) ?? shown,
    /** Records a navigation to this monitor. @param from the displayed monitor, if it began there */
    begin(monitor: OpenedMonitor, from?: string): void {
      pending = [...pending, monitor];
      origin = from;
    },
    /** Records that a page has arrived. @param shown its monitor; null for the list */
    arrive(shown: string | null): void {
      const at = pending.findLastIndex(({ uuid }) => uuid === shown);
      // A key can be pressed on a page before its arrival is recorded.
      if (at === -1 && shown === origin) return;
      // The page was opened in another way, so the pending navigations are discarded.
      pending = at === -1 ? [] : pending.slice(at + 1);
    },
  };
}

export const pendingNavigation = createPendingNavigation();
