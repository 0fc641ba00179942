import { expect, test } from 'vitest';
import { endMessage } from './feed-bounds';
import { olderMessage } from './use-changes';

const now = Date.parse('2026-11-21T14:00:00.000Z');

test('the last line says how far back the observations go, or how long they are kept', () => {
  const message = (hours: number, since = 0, kept_days = 30) =>
    endMessage(
      { observed_from: new Date(now - hours * 3_600_000).toISOString(), kept_days },
      since,
      now,
      false,
      'UTC',
    );
  expect(message(2)).toBe('Observations go back to 12:00 UTC.');
  expect(message(238)).toBe('Observations go back to 11 Nov, 16:00 UTC.');
  expect(message(238, now)).toBe('That is all of this time range. Sightline remembers 30 days.');
  expect(message(238, now, 1)).toMatch(/Sightline remembers 1 day\.$/);
});

test('the announcement says how many older changes were added', () => {
  const message = (added: number, count: number, hasMore: boolean) => olderMessage({ added, count, hasMore });
  expect(message(100, 1200, true)).toBe('100 older changes are shown, 1,200 in all.');
  expect(message(1, 101, false)).toBe('1 older change is shown, 101 in all.');
  expect(message(0, 100, true)).toBe('No older changes were found yet.');
  expect(message(0, 100, false)).toBe('There are no older changes.');
});
