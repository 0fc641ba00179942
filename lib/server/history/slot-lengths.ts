import 'server-only';
import { DAY_MS, type HistoryDays } from '../../contract/history-days.ts';
import { SLOT_MS } from './slot.ts';

const HOUR_MS = 3_600_000;

/** The length of the slots of a range, milliseconds. It is a multiple of all shorter ones. */
export const lengthOfRange: Record<HistoryDays, number> = { 1: SLOT_MS, 7: HOUR_MS, 30: 4 * HOUR_MS };

export const slotLengths = [SLOT_MS, HOUR_MS, 4 * HOUR_MS] as const;

/** Which slots become longer when they are so old, milliseconds: no range that shows them is as long. */
export const longerSlots = [
  { length: SLOT_MS, longer: HOUR_MS, age: 2 * DAY_MS },
  { length: HOUR_MS, longer: 4 * HOUR_MS, age: 8 * DAY_MS },
] as const;

/** Slots from one time to another, epoch ms, joined to slots of a length, milliseconds. Longer ones are left out. */
export interface SlotQuery {
  since: number;
  until: number;
  length: number;
}
