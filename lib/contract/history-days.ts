/** The lengths of the history that can be requested, days. */
export const historyDays = [1, 7, 30] as const;
export type HistoryDays = (typeof historyDays)[number];

export const DAY_MS = 86_400_000;

/** Maximum number of changes in the history of a monitor. Older changes are left out. */
export const HISTORY_CHANGES_MAX = 200;
