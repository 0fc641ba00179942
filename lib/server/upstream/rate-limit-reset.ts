import 'server-only';
import { z } from 'zod';
import { parseDateHeader } from './date-header.ts';

const RESET_MAX_S = 3600;
/** Numbers from here on can only be times: seconds since 1970, from the year 2001 on. */
const EPOCH_SECONDS_MIN = 1e9;
/** Numbers from here on are milliseconds since 1970. */
const EPOCH_MILLISECONDS_MIN = 1e11;
/** Clocks may differ by up to a day. */
const DAY_MS = 86_400_000;

/**
 * Parses the header `X-RateLimit-Reset`, which contains seconds (spec, "Limits"). Many APIs send a time instead, which is
 * understood, too: epoch seconds, epoch milliseconds, an HTTP date, or an ISO date with its offset from UTC.
 *
 * @param now upstream's header `Date`, else our clock, epoch ms
 * @returns seconds until the reset, 1 to 3600; null for anything else
 */
export function parseRateLimitReset(value: string, now: number): number | null {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : null;
  if (number !== null && number < EPOCH_SECONDS_MIN) return clamp(number);
  const at = number === null ? parseDate(value) : number * (number < EPOCH_MILLISECONDS_MIN ? 1000 : 1);
  return at !== null && Math.abs(at - now) <= DAY_MS ? clamp(Math.ceil((at - now) / 1000)) : null;
}

function clamp(seconds: number): number {
  return Math.min(Math.max(seconds, 1), RESET_MAX_S);
}

/** @returns epoch ms; null for anything that is not a date */
function parseDate(value: string): number | null {
  return z.iso.datetime({ offset: true }).safeParse(value).success
    ? Date.parse(value)
    : parseDateHeader(value);
}
