import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatInstant } from '@/lib/text/format';
import { generated } from '../../testing/property-runs.ts';
import { formatReset, parseResetTime, resetAfter } from './reset-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The first reset of this setting after an instant, both ISO. */
function nextOf(setting: string, quota: 'daily' | 'monthly', at: string): string {
  return new Date(resetAfter(parseResetTime(setting), quota, Date.parse(at))).toISOString();
}

test('zone and day may be missing', () => {
  expect(parseResetTime('00:00 Europe/Berlin day 31')).toEqual({
    timeMs: 0,
    timeZone: 'Europe/Berlin',
    day: 31,
  });
  expect(parseResetTime('23:59')).toEqual({ timeMs: DAY - MINUTE, timeZone: 'UTC', day: 1 });
  expect(parseResetTime(' 06:30 day 15 ')).toEqual({ timeMs: 6.5 * HOUR, timeZone: 'UTC', day: 15 });
  expect(parseResetTime('06:30 Asia/Kolkata').timeZone).toBe('Asia/Kolkata');
});

test.each([
  ['midnight', 'must be a time of day'],
  ['0:00 UTC', 'must be a time of day'],
  ['00:00 +02:00', 'must be a time of day'],
  ['00:00 Europe/Berlin 1', 'must be a time of day'],
  ['24:00', 'from 00:00 to 23:59'],
  ['00:60', 'from 00:00 to 23:59'],
  ['00:00 Europe/Atlantis', 'unknown time zone, Europe/Atlantis'],
  ['00:00 day', 'unknown time zone, day'],
  ['00:00 day 0', 'from 1 to 31'],
  ['00:00 UTC day 32', 'from 1 to 31'],
])('%s is refused with a sentence that says why', (setting, why) => {
  expect(() => parseResetTime(setting)).toThrow(new RegExp(`^SIGHTLINE_QUOTA_RESET .*${why}.*\\.$`));
});

test('the next day and the next month; a reset is after itself', () => {
  expect(nextOf('00:00 Europe/Berlin', 'daily', '2026-11-20T12:00:00Z')).toBe('2026-11-20T23:00:00.000Z');
  expect(nextOf('00:00 Europe/Berlin', 'daily', '2026-11-20T23:00:00Z')).toBe('2026-11-21T23:00:00.000Z');
  expect(nextOf('00:00 Europe/Berlin', 'monthly', '2026-11-20T12:00:00Z')).toBe('2026-11-30T23:00:00.000Z');
  expect(nextOf('06:30 day 15', 'monthly', '2026-12-15T06:30:00Z')).toBe('2027-01-15T06:30:00.000Z');
  expect(formatReset(parseResetTime('00:00 Europe/Berlin'), Date.parse('2026-11-30T23:00:00Z'))).toBe(
    '2026-12-01 00:00 Europe/Berlin',
  );
});

test('day 31 of a shorter month is its last day', () => {
  const days = ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'];
  for (const [index, day] of days.slice(1).entries()) {
    expect(nextOf('00:00 day 31', 'monthly', `${days[index]}T00:00:00Z`)).toBe(`${day}T00:00:00.000Z`);
  }
  expect(nextOf('00:00 day 29', 'monthly', '2028-02-01T00:00:00Z')).toBe('2028-02-29T00:00:00.000Z');
});

describe('daylight saving time', () => {
  test('the day is 23 or 25 hours long', () => {
    expect(nextOf('00:00 Europe/Berlin', 'daily', '2026-03-28T23:00:00Z')).toBe('2026-03-29T22:00:00.000Z');
    expect(nextOf('00:00 Europe/Berlin', 'daily', '2026-10-24T22:00:00Z')).toBe('2026-10-25T23:00:00.000Z');
  });

  test('a time that does not exist is moved on by the skipped hour', () => {
    expect(nextOf('02:30 Europe/Berlin', 'daily', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(nextOf('02:30 Europe/Berlin', 'daily', '2026-03-29T01:30:00Z')).toBe('2026-03-30T00:30:00.000Z');
    // In Nuuk the hour before midnight is skipped: the reset is on the next day.
    expect(nextOf('23:30 America/Nuuk', 'daily', '2026-03-29T01:15:00Z')).toBe('2026-03-29T01:30:00.000Z');
  });

  test('if a local time exists twice, the first one counts', () => {
    expect(nextOf('02:30 Europe/Berlin', 'daily', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(nextOf('02:30 Europe/Berlin', 'daily', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
  });
});

/** Whole minutes of 2020 to 2040. */
const instants = fc
  .integer({ min: Date.UTC(2020, 0) / MINUTE, max: Date.UTC(2040, 0) / MINUTE })
  .map((minute) => minute * MINUTE);
const settings = fc.record({
  timeMs: fc.integer({ min: 0, max: 1439 }).map((minute) => minute * MINUTE),
  timeZone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
  day: fc.integer({ min: 1, max: 31 }),
});

const clockOf = (timeMs: number) => new Date(timeMs).toISOString().slice(11, 16);

test('in every zone the next daily reset is the first minute whose local time is the configured one', () => {
  fc.assert(
    fc.property(settings, instants, (reset, at) => {
      const next = resetAfter(reset, 'daily', at);
      const local = (instant: number) => formatInstant(instant, reset.timeZone);
      const wanted = clockOf(reset.timeMs);
      expect(next).toBeGreaterThan(at);
      expect(next - at).toBeLessThanOrEqual(DAY + HOUR);
      for (let minute = at + MINUTE; minute < next; minute += MINUTE) {
        if (local(minute).slice(11, 16) !== wanted) continue;
        // Only the second occurrence of a repeated hour is left out.
        expect([HOUR / 2, HOUR, 2 * HOUR].map((shift) => local(minute - shift))).toContain(local(minute));
      }
      const isSkipped = local(next).slice(11, 16) !== wanted;
      // The clock was put forward in the last hours.
      if (isSkipped)
        expect(Date.parse(local(next)) - Date.parse(local(next - 3 * HOUR))).toBeGreaterThan(3 * HOUR);
    }),
    { numRuns: generated(200) },
  );
});

test('in every zone the monthly reset is once a month, on the configured day or the last one, at a daily reset', () => {
  fc.assert(
    fc.property(settings, instants, (reset, at) => {
      let next = resetAfter(reset, 'monthly', at);
      expect(next).toBeGreaterThan(at);
      for (let month = 0; month < 12; month += 1) {
        expect(resetAfter(reset, 'daily', next - 1)).toBe(next);
        const following = resetAfter(reset, 'monthly', next);
        expect((following - next) / DAY).toBeGreaterThan(27.9);
        expect((following - next) / DAY).toBeLessThan(31.1);
        next = following;
      }
      const local = formatInstant(next, reset.timeZone);
      const [year = 0, month = 0, day = 0] = local.slice(0, 10).split('-').map(Number);
      // A time that was moved on may be on the next day.
      if (local.slice(11, 16) !== clockOf(reset.timeMs)) return;
      expect(day).toBe(Math.min(reset.day, new Date(Date.UTC(year, month, 0)).getUTCDate()));
    }),
    { numRuns: generated(100) },
  );
});
