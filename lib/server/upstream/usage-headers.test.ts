import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateHeader, parseUsageHeaders } from './usage-headers';
import { hostileHeaders, usageHeaderNames as names } from './usage-headers.fixtures';

describe('parseUsageHeaders', () => {
  it('reads the seven headers', () => {
    const seven = Object.fromEntries(names.map((name, index) => [name, String(60 - index)]));
    expect(parseUsageHeaders(seven)).toEqual({
      rateLimitLimit: 60,
      rateLimitRemaining: 59,
      rateLimitReset: 58,
      dailyLimit: 57,
      dailyRemaining: 56,
      monthlyLimit: 55,
      monthlyRemaining: 54,
    });
  });

  it.each(['-1', 'NaN', '1e18', '1000000000000000000', '9007199254740993', '', ' ', '5, 5', '12.5.1', '+5'])(
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

  it('row 92: a limit of 0, or below Remaining, is ignored', () => {
    expect(parseUsageHeaders({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '5' })).toEqual({
      rateLimitRemaining: 5,
    });
    expect(parseUsageHeaders({ 'x-quota-daily-limit': '4', 'x-quota-daily-remaining': '5' })).toEqual({
      dailyRemaining: 5,
    });
    expect(parseUsageHeaders({ 'x-quota-monthly-limit': '0' })).toEqual({});
  });

  it('row 92: a Remaining of 0 is ignored with a limit of 0, and read with another limit', () => {
    const headers = { 'x-quota-daily-limit': '0', 'x-quota-daily-remaining': '0' };
    expect(parseUsageHeaders(headers)).toEqual({});
    expect(parseUsageHeaders({ ...headers, 'x-quota-daily-limit': '9' })).toEqual({
      dailyLimit: 9,
      dailyRemaining: 0,
    });
    expect(parseUsageHeaders({ 'x-quota-daily-remaining': '0' })).toEqual({ dailyRemaining: 0 });
  });

  it.each(['-1', 'unlimited', '1e15', ''])(
    'row 92: a Remaining of 0 is ignored with the limit %j',
    (limit) => {
      expect(parseUsageHeaders({ 'x-quota-daily-limit': limit, 'x-quota-daily-remaining': '0' })).toEqual({});
    },
  );

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
      fc.property(hostileHeaders, (given) => {
        const { rateLimitReset = 1, ...counts } = parseUsageHeaders(given);
        expect(Object.values(counts).every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
        for (const [limit, remaining = 0] of [
          [counts.rateLimitLimit, counts.rateLimitRemaining],
          [counts.dailyLimit, counts.dailyRemaining],
          [counts.monthlyLimit, counts.monthlyRemaining],
        ]) {
          expect(limit === undefined || limit >= Math.max(1, remaining)).toBe(true);
        }
        expect(Number.isSafeInteger(rateLimitReset) && rateLimitReset >= 1 && rateLimitReset <= 3600).toBe(
          true,
        );
      }),
    );
  });

  it.each(['86401', '1795176020', '12.5', 'Fri, 20 Nov 2026 12:00:20 GMT', '20 s'])(
    'row 14: a reset of %j, which is no number of seconds, is ignored',
    (value) => expect(parseUsageHeaders({ 'x-ratelimit-reset': value })).toEqual({}),
  );

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

describe('parseDateHeader', () => {
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
});
