/** The monitors that the router has been sent to and whose pages are not there yet. */
export interface PendingNavigation {
  /** The monitor that will be shown when all has arrived, `shown` while nothing is pending. */
  target(shown: string): string;
  /** The router is sent to this monitor. */
  begin(uuid: string): void;
  /** A page is there. @param shown its monitor; null for the list */
  arrive(shown: string | null): void;
}

/**
 * Steps through a list may be quicker than pages: each starts from where the one before it leads, whichever page is
 * shown by then.
 */
export function createPendingNavigation(): PendingNavigation {
  let pending: readonly string[] = [];
  return {
    target: (shown) => pending.at(-1) ?? shown,
    begin(uuid) {
      pending = [...pending, uuid];
    },
    arrive(shown) {
      const at = shown === null ? -1 : pending.lastIndexOf(shown);
      // A page that nobody was sent to here: somebody has gone elsewhere, and what was pending is given up.
      pending = at === -1 ? [] : pending.slice(at + 1);
    },
  };
}

export const pendingNavigation = createPendingNavigation();
