import { expect, test } from 'vitest';
import { timeLabel } from './time-labels';

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
