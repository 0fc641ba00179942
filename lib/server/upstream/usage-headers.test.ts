import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUsageHeaders } from './usage-headers';

const names = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-quota-daily-limit',
  'x-quota-daily-remaining',
  'x-quota-monthly-limit',
  'x-quota-monthly-remaining',
];

const hostile = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '-1',
    'NaN',
    '1e18',
    '1000000000000000000',
    '9007199254740993',
    '+5',
    '0x10',
    '12.5',
    '5, 5',
    '',
  ),
  fc.integer().map(String),
  fc.double().map(String),
);
const headers = fc.dictionary(fc.constantFrom(...names), fc.oneof(hostile, fc.array(hostile)), {
  noNullPrototype: true,
});

describe('parseUsageHeaders', () => {
  it('reads the seven headers', () => {
    const seven = Object.fromEntries(names.map((name, index) => [name, String(60 + index)]));
    expect(parseUsageHeaders(seven)).toEqual({
      rateLimitLimit: 60,
      rateLimitRemaining: 61,
      rateLimitReset: 62,
      dailyLimit: 63,
      dailyRemaining: 64,
      monthlyLimit: 65,
      monthlyRemaining: 66,
    });
  });

  it.each(['-1', 'NaN', '1e18', '1000000000000000000', '9007199254740993', '', ' ', '5, 5', '12.5', '+5'])(
    'row 14: ignores %j and leaves the property out',
    (value) => {
      expect(parseUsageHeaders({ 'x-ratelimit-reset': value, 'x-quota-daily-remaining': value })).toEqual({});
    },
  );

  it('row 14: a repeated header counts only when all its values agree', () => {
    expect(parseUsageHeaders({ 'x-quota-daily-limit': ['5', '5'] })).toEqual({ dailyLimit: 5 });
    expect(parseUsageHeaders({ 'x-quota-daily-limit': ['5', '6'] })).toEqual({});
    expect(parseUsageHeaders({ 'x-quota-daily-limit': [] })).toEqual({});
  });

  it.each([
    ['0', 1],
    ['1', 1],
    ['3600', 3600],
    ['86400', 3600],
  ])('row 14: a reset of %s s counts as %i s', (value, seconds) => {
    expect(parseUsageHeaders({ 'x-ratelimit-reset': value })).toEqual({ rateLimitReset: seconds });
  });

  it('row 14: whatever the headers, each counter is a non-negative safe integer and the reset 1 to 3600', () => {
    fc.assert(
      fc.property(headers, (given) => {
        const { rateLimitReset = 1, ...counts } = parseUsageHeaders(given);
        expect(Object.values(counts).every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
        expect(Number.isSafeInteger(rateLimitReset) && rateLimitReset >= 1 && rateLimitReset <= 3600).toBe(
          true,
        );
      }),
    );
  });

  it('every safe integer is read unchanged', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (count) => {
        expect(parseUsageHeaders({ 'x-quota-monthly-remaining': String(count) })).toEqual({
          monthlyRemaining: count,
        });
      }),
    );
  });
});
