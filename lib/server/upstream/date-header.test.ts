import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDateHeader } from './date-header';

it('reads every date in the format of HTTP', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
      expect(parseDateHeader(new Date(seconds * 1000).toUTCString())).toBe(seconds * 1000);
    }),
  );
});

it.each([undefined, '', '1', 'soon', '2026-01-01T00:00:00.000Z', 'Thu, 99 Jan 2026 00:00:00 GMT'])(
  'returns null for %j',
  (value) => {
    expect(parseDateHeader(value)).toBeNull();
  },
);

it('returns null for two dates', () => {
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
  expect(parseDateHeader([date, date])).toBeNull();
});
