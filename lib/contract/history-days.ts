/** The numbers of days that the past can be requested for. */
export const historyDays = [1, 7, 30] as const;
export type HistoryDays = (typeof historyDays)[number];

export const DAY_MS = 86_400_000;

/** Maximum number of changes in the history of a monitor: the newest. */
export const HISTORY_CHANGES_MAX = 200;
