import { expect, test } from 'vitest';
import { oldestObservationMessage, rememberedMessage, watchingMessage } from './remembered-messages';

test('how far back the observations go', () => {
  const now = Date.parse('2026-11-21T14:00:00.000Z');
  const message = (hours: number) => oldestObservationMessage(now - hours * 3_600_000, now, 'UTC');
  expect(message(2)).toBe('Observations go back to 12:00 UTC.');
  expect(message(238)).toBe('Observations go back to 11 Nov, 16:00 UTC.');
});

test('a single day is remembered in the singular', () => {
  expect(rememberedMessage({ kept_days: 1 })).toBe('Sightline remembers 1 day.');
});

test('for how long Sightline has been watching', () => {
  expect(watchingMessage(30_000)).toBe('Sightline has been watching for less than a minute.');
  expect(watchingMessage(240_000)).toBe('Sightline has been watching for 4 min.');
});
