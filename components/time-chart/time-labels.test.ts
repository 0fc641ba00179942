import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../lib/testing/property-runs.ts';
import { dayHeading, timeLabel } from './time-labels';

const now = Date.parse('2026-11-24T12:00:00Z');
const label = (iso: string, zone = 'UTC') => timeLabel(Date.parse(iso), now, zone);

test.each([
  ['2026-11-24T17:40:00Z', '17:40 UTC'],
  ['2026-11-23T17:40:00Z', '23 Nov, 17:40 UTC'],
  ['2025-11-24T17:40:00Z', '24 Nov 2025, 17:40 UTC'],
  ['2027-01-02T03:04:00Z', '2 Jan 2027, 03:04 UTC'],
])('%s is %s', (iso, expected) => expect(label(iso)).toBe(expected));

test('day and year depend on the time zone', () => {
  expect(label('2026-11-24T23:40:00Z', 'Asia/Kolkata')).toBe('25 Nov, 05:10');
  expect(label('2026-12-31T23:40:00Z', 'Asia/Kolkata')).toBe('1 Jan 2027, 05:10');
});

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

test.each([
  // The day after the change to summer time began 23 hours after the day before.
  ['2026-03-28T22:30:00Z', '2026-03-29T22:30:00Z', 'Sat 28 Mar'],
  ['2026-03-28T23:30:00Z', '2026-03-29T22:30:00Z', 'Yesterday'],
  // The day of the change to winter time has 25 hours.
  ['2026-10-24T22:30:00Z', '2026-10-25T22:45:00Z', 'Today'],
  ['2026-10-24T21:30:00Z', '2026-10-25T22:45:00Z', 'Yesterday'],
  ['2025-10-25T12:00:00Z', '2026-10-25T12:00:00Z', 'Sat 25 Oct'],
])('in Berlin %s is of the day it is called at %s: %s', (at, now, heading) => {
  expect(dayHeading(Date.parse(at), Date.parse(now), 'Europe/Berlin')).toBe(heading);
});

/** The days around which the clocks of a zone change, epoch milliseconds. */
function clockChanges(timeZone: string): number[] {
  const offsets = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offset = (at: number) => offsets.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const days = Array.from({ length: 3 * 366 }, (_, day) => Date.UTC(2024, 0, 1) + day * DAY_MS);
  return days.filter((day) => offset(day) !== offset(day + DAY_MS));
}

/** Clocks change at night, at midnight, by half an hour, for Ramadan, and never. */
const zones = [
  ...['Europe/Berlin', 'America/New_York', 'America/Santiago', 'Africa/Cairo', 'Asia/Beirut'],
  ...['Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kolkata', 'UTC'],
];

const daysInZones = zones.flatMap((timeZone) =>
  [Date.UTC(2025, 0, 1), ...clockChanges(timeZone)].map((day) => ({ timeZone, day })),
);

test('today ends at the midnight of the zone, and yesterday at the one before, also when clocks change', () => {
  const minutesAfter = fc.integer({ min: 0, max: 2880 });
  fc.assert(
    fc.property(fc.constantFrom(...daysInZones), minutesAfter, ({ timeZone, day }, minutes) => {
      const now = day + minutes * MINUTE_MS;
      const dates = new Intl.DateTimeFormat('en', { timeZone, day: 'numeric' });
      let midnights = 0;
      for (let at = now; midnights < 3; at -= 30 * MINUTE_MS) {
        if (at < now && dates.format(at) !== dates.format(at + 30 * MINUTE_MS)) midnights += 1;
        const heading = dayHeading(at, now, timeZone);
        expect(['Today', 'Yesterday'].indexOf(heading)).toBe(midnights < 2 ? midnights : -1);
      }
    }),
    { numRuns: generated(300) },
  );
});
