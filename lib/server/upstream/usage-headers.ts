import 'server-only';

/**
 * The seven counters of the spec's "Limits" in one response. A missing or malformed header is a missing
 * property. All are numbers of requests, except `rateLimitReset`, which is in seconds.
 */
export interface UsageHeaders {
  rateLimitLimit?: number;
  rateLimitRemaining?: number;
  rateLimitReset?: number;
  dailyLimit?: number;
  dailyRemaining?: number;
  monthlyLimit?: number;
  monthlyRemaining?: number;
}

const headerNames: [keyof UsageHeaders, string][] = [
  ['rateLimitLimit', 'x-ratelimit-limit'],
  ['rateLimitRemaining', 'x-ratelimit-remaining'],
  ['rateLimitReset', 'x-ratelimit-reset'],
  ['dailyLimit', 'x-quota-daily-limit'],
  ['dailyRemaining', 'x-quota-daily-remaining'],
  ['monthlyLimit', 'x-quota-monthly-limit'],
  ['monthlyRemaining', 'x-quota-monthly-remaining'],
];

const RESET_MAX_S = 3600;

/**
 * Parses the counters. Only non-negative safe integers in plain digits are accepted; everything else (signs,
 * fractions, exponents, differing values) is ignored. The reset is clamped to 1..3600 s.
 *
 * @param headers names in lower case; a repeated header is an array
 */
export function parseUsageHeaders(headers: Record<string, string | string[] | undefined>): UsageHeaders {
  const usage: UsageHeaders = {};
  for (const [property, name] of headerNames) {
    const count = parseCount(headers[name]);
    if (count !== null) usage[property] = count;
  }
  if (usage.rateLimitReset !== undefined) {
    usage.rateLimitReset = Math.min(Math.max(usage.rateLimitReset, 1), RESET_MAX_S);
  }
  return usage;
}

function parseCount(value: string | string[] | undefined): number | null {
  const [first, ...others] = Array.isArray(value) ? value : [value];
  if (first === undefined || !/^\d{1,16}$/.test(first)) return null;
  if (others.some((other) => other !== first)) return null;
  const count = Number(first);
  return Number.isSafeInteger(count) ? count : null;
}
