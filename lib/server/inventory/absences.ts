import 'server-only';

/** How many crawls in a row have been without a monitor that was there before. */
export interface Absence {
  /** Of these, the complete ones. */
  complete: number;
  /** All of them that count: not those that could not read every page. */
  any: number;
}

/** What a crawl proves of the monitors it did not meet. `none`: pages failed, and each of them may stand there. */
export type Evidence = 'complete' | 'weak' | 'none';

/** A complete crawl can still miss a row that a deletion moved to a page already read; two in a row do not. */
const COMPLETE_CRAWLS = 2;
/** Incomplete crawls of all pages prove little, but a monitor that ten of them did not see is not shown any longer. */
const CRAWLS = 10;

/**
 * The absence of a monitor after one more crawl without it, or null: the monitor is gone. A crawl that sees the
 * monitor ends its absence.
 *
 * @param before its absence until now, if it was absent already
 * @param evidence `complete` when the crawl read all that upstream said there is
 */
export function oneMoreAbsence(before: Absence | undefined, evidence: Evidence): Absence | null {
  const after = {
    complete: (before?.complete ?? 0) + (evidence === 'complete' ? 1 : 0),
    any: (before?.any ?? 0) + (evidence === 'none' ? 0 : 1),
  };
  return after.complete >= COMPLETE_CRAWLS || after.any >= CRAWLS ? null : after;
}

/** Monitors of the last snapshot that a crawl did not see: which are kept, and how long each has been absent now. */
export interface Absentees<Monitor> {
  kept: Monitor[];
  absences: Map<string, Absence>;
}

/** Applies `oneMoreAbsence` to each monitor of the last snapshot that was not `seen`; the kept ones stay as they were. */
export function absenteesOf<Monitor extends { readonly monitor_uuid: string }>(
  previous: { monitors: readonly Monitor[]; absences: ReadonlyMap<string, Absence> },
  seen: { has(uuid: string): boolean },
  evidence: Evidence,
): Absentees<Monitor> {
  const kept: Monitor[] = [];
  const absences = new Map<string, Absence>();
  for (const monitor of previous.monitors) {
    const uuid = monitor.monitor_uuid;
    if (seen.has(uuid)) continue;
    const absence = oneMoreAbsence(previous.absences.get(uuid), evidence);
    if (!absence) continue;
    kept.push(monitor);
    absences.set(uuid, absence);
  }
  return { kept, absences };
}
