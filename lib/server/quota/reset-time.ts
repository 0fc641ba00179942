import 'server-only';
import { DAY_MS } from '../../contract/limits.ts';
import { isTimeZone } from '../../contract/preferences.ts';
import { formatInstant, offsetAt } from '../../text/format.ts';
import { refuseConfig } from '../errors.ts';
import type { Moment, ResetSchedules } from './quota-state.ts';

/** When the daily and monthly quotas reset, as the operator configured it (SIGHTLINE_QUOTA_RESET). */
export interface ResetTime {
  /** Time of day, ms after midnight. */
  timeMs: number;
  /** IANA name. */
  timeZone: string;
  /** Day of the month, 1 to 31; a shorter month resets on its last day. */
  day: number;
}

const pattern = /^(\d\d):(\d\d)(?: ([A-Za-z]\S*))?(?: day (\d{1,2}))?$/;

/** Parses "00:00 Europe/Berlin day 1"; zone and day may be missing. @throws ConfigError */
export function parseResetTime(text: string): ResetTime {
  const refuse = (problem: string) => refuseConfig(`SIGHTLINE_QUOTA_RESET ${problem}.`);
  const found = pattern.exec(text.trim());
  if (found === null) {
    return refuse(
      'must be a time of day, a time zone and a day of the month, such as "00:00 Europe/Berlin day 1"; without zone and day they are UTC and day 1',
    );
  }
  const [, hours, minutes, timeZone = 'UTC', day = '1'] = found;
  if (Number(hours) > 23 || Number(minutes) > 59) return refuse('must have a time from 00:00 to 23:59');
  if (!isTimeZone(timeZone)) {
    return refuse(`has an unknown time zone, ${timeZone}; use an IANA name such as Europe/Berlin`);
  }
  if (Number(day) < 1 || Number(day) > 31) return refuse('must have a day from 1 to 31');
  return { timeMs: (Number(hours) * 60 + Number(minutes)) * 60_000, timeZone, day: Number(day) };
}

/** Returns the first configured reset after an instant. Both are epoch ms. */
export function resetAfter(reset: ResetTime, quota: 'daily' | 'monthly', at: number): number {
  const { timeMs, timeZone, day } = reset;
  const local = new Date(at + offsetAt(at, timeZone));
  const [year, month, date] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const lastDay = (ofMonth: number) => new Date(Date.UTC(year, ofMonth + 1, 0)).getUTCDate();
  const dateOf = (step: number) =>
    quota === 'daily'
      ? Date.UTC(year, month, date + step)
      : Date.UTC(year, month + step, Math.min(day, lastDay(month + step)));
  // Starts with the previous period, because a time that does not exist can be moved past midnight.
  for (let step = -1; ; step += 1) {
    const instant = toInstant(dateOf(step) + timeMs, timeZone);
    if (instant > at) return instant;
  }
}

/** Converts the configured resets to the monotonic time of a moment. @param delayMs how long after a reset the first request is sent */
export function scheduleResets(reset: ResetTime, delayMs: number, { now, wall }: Moment): ResetSchedules {
  const schedule = (quota: 'daily' | 'monthly') => ({
    after: (at: number) => resetAfter(reset, quota, wall + (at - now)) - wall + now,
    delayMs,
  });
  return { daily: schedule('daily'), monthly: schedule('monthly') };
}

/** Formats an instant (epoch ms) in the configured zone: "2026-12-01 00:00 Europe/Berlin". */
export function formatReset({ timeZone }: ResetTime, at: number): string {
  return `${formatInstant(at, timeZone).slice(0, 16)} ${timeZone}`;
}

/**
 * Converts a local time to an instant, as `Temporal` does by default. If the time exists twice, the first one is taken. If it does
 * not exist, it is moved forward by the skipped hour.
 *
 * @param local local time as if it were UTC, epoch ms
 */
function toInstant(local: number, timeZone: string): number {
  // A change of the offset on that day lies between these two.
  const before = local - offsetAt(local - DAY_MS, timeZone);
  const after = local - offsetAt(local + DAY_MS, timeZone);
  const exists = (instant: number) => instant + offsetAt(instant, timeZone) === local;
  return [before, after].find(exists) ?? before;
}
