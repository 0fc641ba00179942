import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRateLimitReset } from './rate-limit-reset';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');

test.each([
  ['epoch seconds', '1795176020'],
  ['epoch milliseconds', '1795176019001'],
  ['an HTTP date', 'Fri, 20 Nov 2026 12:00:20 GMT'],
  ['an ISO date', '2026-11-20T12:00:19.500Z'],
  ['an ISO date with an offset', '2026-11-20T13:00:20+01:00'],
])('row 14: %s is understood as the time of the reset', (_, value) => {
  expect(parseRateLimitReset(value, NOW)).toBe(20);
});

test.each([
  ['in the past', '1795175990', 1],
  ['of now', '1795176000', 1],
  ['hours ahead', '1795183200', 3600],
])('row 14: a time %s is clamped', (_, value, seconds) => {
  expect(parseRateLimitReset(value, NOW)).toBe(seconds);
});

test.each([
  '1000000000000',
  '1000000000',
  '9999999999',
  '9007199254740991',
  '1795349000',
  '2026-11-20T12:00:20',
  '2026-11-20',
  '12:00:20',
  'Fri Nov 20 2026',
  '20 s',
])('row 14: %j, which is neither seconds nor a time near now, is ignored', (value) => {
  expect(parseRateLimitReset(value, NOW)).toBeNull();
});

test('row 14: any time within the next hour is understood in each form, whatever the present time', () => {
  const times = fc.integer({ min: Date.parse('2003-01-01'), max: Date.parse('2200-01-01') });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 3600 }), (now, seconds) => {
      const at = Math.floor(now / 1000) * 1000 + seconds * 1000;
      const forms = [at / 1000, at, new Date(at).toISOString(), new Date(at).toUTCString()];
      for (const form of forms)
        expect(parseRateLimitReset(String(form), now)).toBe(Math.max(1, Math.ceil((at - now) / 1000)));
    }),
  );
});
