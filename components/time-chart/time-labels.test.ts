import { expect, test } from 'vitest';
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
