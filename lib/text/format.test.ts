import { expect, test } from 'vitest';
import {
  formatAge,
  formatAgeOf,
  formatClock,
  formatCompact,
  formatDuration,
  formatDurationRange,
  formatExact,
  formatInstant,
  formatInteger,
  formatInterval,
  formatShare,
} from './format';
import { formatTimeout } from './format-timeout';

test.each([
  [-5, '0 s'],
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [870, '14 min'],
  [7199, '1 h'],
  [86_400 * 41, '41 d'],
  [86_400 * 60, '2 mo'],
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
  [31 * 86_400, '31 d'],
  [7688 * 86_400, '7,688 d'],
])('a duration of %d seconds is %s', (seconds, words) => expect(formatDuration(seconds)).toBe(words));

test.each([
  [0, 0, '0 s'],
  [-5, 20, 'up to 20 s'],
  [65, 65, '1 min 5 s'],
  [20, 50, '20–50 s'],
  [60, 72, '1–2 min'],
  [27, 1800, 'up to 30 min'],
  [1081, 1199, '18–20 min'],
  [2340, 2460, 'about 40 min'],
  [2280, 2460, '38–41 min'],
  [3590, 3601, '1 h'],
  [5280, 5520, 'about 1 h 30 min'],
  [4200, 5400, '70–90 min'],
  [53_760, 54_000, '15 h'],
  [53_760, 58_000, '14–17 h'],
  [2890, 53_760, '48 min – 15 h'],
  [9000, 345_600, '2 h – 4 d'],
  [90_000, 169_000, '25–47 h'],
  [2_368_500, 2_368_501, '27 d'],
  [0, 31 * 86_400, 'up to 31 d'],
  [31 * 86_400, 7688 * 86_400, '31–7,688 d'],
])('a length of %d to %d seconds is %s', (least, most, text) =>
  expect(formatDurationRange({ least, most })).toBe(text),
);

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
});

test('an instant is formatted in the given zone, with 24 hours', () => {
  const winter = Date.parse('2026-11-20T23:05:09.000Z');
  expect(formatInstant(winter, 'UTC')).toBe('2026-11-20 23:05:09');
  expect(formatInstant(winter, 'Europe/Berlin')).toBe('2026-11-21 00:05:09');
  expect(formatInstant(winter, 'America/New_York')).toBe('2026-11-20 18:05:09');
  expect(formatExact(winter, 'UTC')).toBe('2026-11-20 23:05:09 UTC');
  expect(formatExact(winter, 'Asia/Kolkata')).toBe('2026-11-21 04:35:09 GMT+5:30');
  const summer = Date.parse('2026-07-01T12:00:00.000Z');
  expect(formatExact(winter, 'Europe/Berlin')).toBe('2026-11-21 00:05:09 CET');
  expect(formatExact(summer, 'America/New_York')).toBe('2026-07-01 08:00:00 EDT');
});

test.each([
  // Clocks are set back: from 03:00 to 02:00, at midnight, and by half an hour.
  ['Europe/Berlin', '2026-10-24T23:59:00Z', '01:59'],
  ['Europe/Berlin', '2026-10-25T00:00:00Z', '02:00 CEST'],
  ['Europe/Berlin', '2026-10-25T00:59:59Z', '02:59 CEST'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', '02:00 CET'],
  ['Europe/Berlin', '2026-10-25T01:59:59Z', '02:59 CET'],
  ['Europe/Berlin', '2026-10-25T02:00:00Z', '03:00'],
  ['America/Havana', '2026-11-01T05:00:00Z', '00:00 GMT-5'],
  ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', '01:45 LHDT'],
  ['Australia/Lord_Howe', '2026-04-04T15:15:00Z', '01:45 LHST'],
  ['Australia/Lord_Howe', '2026-04-04T14:15:00Z', '01:15'],
  // Clocks are set forward: no time is shown twice.
  ['Europe/Berlin', '2026-03-29T00:59:00Z', '01:59'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '03:00'],
  ['UTC', '2026-10-25T00:30:00Z', '00:30'],
])('in %s %s is %s', (zone, iso, clock) => {
  expect(formatClock(Date.parse(iso), zone)).toBe(clock);
});

test('a time in a repeated hour has its zone also to the second', () => {
  const at = Date.parse('2026-10-25T01:30:00Z');
  expect(formatInstant(at, 'Europe/Berlin')).toBe('2026-10-25 02:30:00 CET');
  expect(formatInstant(at, 'UTC')).toBe('2026-10-25 01:30:00');
});

test('both ends of a span have a zone if the clocks change between them', () => {
  const span = (from: string, to: string) => {
    const [a, b] = [Date.parse(from), Date.parse(to)];
    return [formatClock(a, 'Europe/Berlin', b), formatClock(b, 'Europe/Berlin', a)].join(' – ');
  };
  expect(span('2026-10-24T23:30:00Z', '2026-10-25T02:30:00Z')).toBe('01:30 CEST – 03:30 CET');
  expect(span('2026-10-25T01:45:00Z', '2026-10-25T02:15:00Z')).toBe('02:45 CET – 03:15 CET');
  expect(span('2026-03-29T00:45:00Z', '2026-03-29T01:00:00Z')).toBe('01:45 CET – 03:00 CEST');
  expect(span('2026-10-25T12:00:00Z', '2026-10-25T13:00:00Z')).toBe('13:00 – 14:00');
});

test('only an empty share is 0 %, and only a complete one 100 %', () => {
  expect(formatShare(0, 5000)).toBe('0 %');
  expect(formatShare(1, 5000)).toBe('<1 %');
  expect(formatShare(4999, 5000)).toBe('>99 %');
  expect(formatShare(4950, 5000)).toBe('99 %');
  expect(formatShare(5000, 5000)).toBe('100 %');
});

test('two shares of a whole add up to 100 %', () => {
  expect([formatShare(2, 9), formatShare(7, 9)]).toEqual(['22 %', '78 %']);
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
