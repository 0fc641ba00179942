import type { HistoryDays } from '@/lib/contract/history-days';

/** The names of the time ranges, after "the last". */
export const rangeNames: Record<HistoryDays, string> = { 1: '24 hours', 7: '7 days', 30: '30 days' };
