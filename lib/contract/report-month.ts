import * as z from 'zod/mini';

const rule = 'must be a month such as 2026-10, not later than the present one';

/** A month of UTC, "2026-10". Earlier years cannot have been observed. */
export const monthSchema = z.string(rule).check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, rule));

/** Returns the range of a month of UTC, epoch ms. `until` is exclusive. */
export function rangeOfMonth(month: string): { since: number; until: number } {
  return {
    since: Date.parse(`${month}-01T00:00:00Z`),
    until: Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`),
  };
}

/** Returns the month some months later; earlier if negative. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 + months));
}

/** Returns the month of UTC that contains an instant, epoch ms. */
export function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}
