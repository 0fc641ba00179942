import { createLoader, createParser } from 'nuqs/server';
import { historyDays } from '@/lib/contract/limits';

/** The URL parameter `days` of the charts of the history: one day if it is absent or has another value than those offered. */
export const daysParser = createParser({
  parse: (value) => historyDays.find((days) => String(days) === value) ?? null,
  serialize: String,
}).withDefault(1);

export const loadDays = createLoader({ days: daysParser });
