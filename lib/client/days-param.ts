import { createLoader, createParser } from 'nuqs/server';
import { historyDays } from '@/lib/contract/history-days';

/** The URL parameter `days` of a picture of the past. Without it, or with a value that is not offered, one day. */
export const daysParser = createParser({
  parse: (value) => historyDays.find((days) => String(days) === value) ?? null,
  serialize: String,
}).withDefault(1);

export const loadDays = createLoader({ days: daysParser });
