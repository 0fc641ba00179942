import { expect, test } from 'vitest';
import {
  formatAge,
  formatAgeOf,
  formatCompact,
  formatDuration,
  formatInstant,
  formatInteger,
  formatInterval,
  formatShare,
  formatZone,
} from './format';
import { formatAlternatives, formatTimeout } from './format-settings';

test.each([
  [-5, '0 s'],
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [870, '14 min'],
  [7199, '1 h'],
  [86_400 * 41, '1 mo'],
  [86_400 * 29, '29 d'],
  [86_400 * 800, '2 y'],
])('an age of %d seconds is %s', (seconds, words) => expect(formatAge(seconds)).toBe(words));

test.each([
  [30, '30 s'],
  [60, '1 min'],
  [90, '90 s'],
  [300, '5 min'],
  [3600, '1 h'],
  [86_400, '1 d'],
])('an interval of %d seconds is %s', (seconds, words) => expect(formatInterval(seconds)).toBe(words));

test.each([
  [0, '0 s'],
  [0.4, '0 s'],
  [44, '44 s'],
  [60, '1 min'],
  [102, '1 min 42 s'],
  [870, '15 min'],
  [3599, '1 h'],
  [5400, '1 h 30 min'],
  [7190, '2 h'],
  [86_400, '1 d'],
  [100_000, '1 d 4 h'],
])('a duration of %d seconds is %s', (seconds, words) => expect(formatDuration(seconds)).toBe(words));

test('large counts are shortened, and never upwards', () => {
  expect(formatCompact(999_999_980)).toBe('999.9M');
  expect(formatCompact(1_000_000_000)).toBe('1B');
});

test('the rest', () => {
  expect(formatInteger(1204)).toBe('1,204');
  expect(formatTimeout(10_000)).toBe('10 s');
  expect(formatTimeout(1500)).toBe('1.5 s');
  expect(formatTimeout(250)).toBe('250 ms');
  expect(formatInstant(Date.parse('2026-11-20T12:00:03.000Z'), 'UTC')).toBe('2026-11-20 12:00:03');
  expect(formatAlternatives([])).toBe('');
  expect(formatAlternatives(['200'])).toBe('200');
  expect(formatAlternatives(['200', '204', '301'])).toBe('200, 204 or 301');
});

test('an instant is formatted in the given zone, with 24 hours', () => {
  const winter = Date.parse('2026-11-20T23:05:09.000Z');
  expect(formatInstant(winter, 'UTC')).toBe('2026-11-20 23:05:09');
  expect(formatInstant(winter, 'Europe/Berlin')).toBe('2026-11-21 00:05:09');
  expect(formatInstant(winter, 'America/New_York')).toBe('2026-11-20 18:05:09');
  expect(formatZone(winter, 'UTC')).toBe('UTC');
  expect(formatZone(winter, 'Asia/Kolkata')).toBe('GMT+5:30');
  const summer = Date.parse('2026-07-01T12:00:00.000Z');
  expect(formatZone(winter, 'Europe/Berlin')).not.toBe(formatZone(summer, 'Europe/Berlin'));
});

test('only an empty share is 0 %, and only a complete one 100 %', () => {
  expect(formatShare(0, 5000)).toBe('0 %');
  expect(formatShare(1, 5000)).toBe('<1 %');
  expect(formatShare(4999, 5000)).toBe('99 %');
  expect(formatShare(5000, 5000)).toBe('100 %');
});

test.each([
  [-3_600_000, '1 h ahead'],
  [-61_000, '1 min ahead'],
  [-60_000, '0 s'],
  [0, '0 s'],
  [870_000, '14 min'],
])('a time of %d ms ago is %j', (ms, text) => {
  expect(formatAgeOf(1e12 - ms, 1e12)).toBe(text);
});
