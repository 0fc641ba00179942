import { expect, test } from 'vitest';
import { rememberedMessage, watchedForMessage, watchedSinceMessage } from './watched-messages';

const HOUR_MS = 3_600_000;
const now = Date.parse('2026-11-21T14:00:00.000Z');
const meta = {
  observed_from: null,
  gaps: [],
  as_of: null,
  kept_days: 10,
  not_saved_since: null,
  demo: false,
};
const messages = (hours: number) => [
  watchedSinceMessage(meta, now - hours * HOUR_MS, now, 'UTC'),
  watchedForMessage(meta, now - hours * HOUR_MS, now),
];

test('until anything is forgotten, it is said since when Sightline has been watching', () => {
  expect(messages(2)).toEqual([
    'Sightline has been watching since 12:00 UTC.',
    'Sightline has been watching for 2 h.',
  ]);
  expect(messages(238)[0]).toBe('Sightline has been watching since 11 Nov, 16:00 UTC.');
});

test('what is remembered does not begin when the observation began, once older days are forgotten', () => {
  for (const hours of [239, 240, 241]) {
    expect(messages(hours)).toEqual(['Sightline remembers 10 days.', 'Sightline remembers 10 days.']);
  }
});

test('a single day is remembered in the singular', () => {
  expect(rememberedMessage({ kept_days: 1 })).toBe('Sightline remembers 1 day.');
});
