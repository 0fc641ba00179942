import 'server-only';

/** The limit and Remaining of each window, with the names of their headers. */
const windows = [
  ['rateLimitLimit', 'x-ratelimit-limit', 'rateLimitRemaining', 'x-ratelimit-remaining'],
  ['dailyLimit', 'x-quota-daily-limit', 'dailyRemaining', 'x-quota-daily-remaining'],
  ['monthlyLimit', 'x-quota-monthly-limit', 'monthlyRemaining', 'x-quota-monthly-remaining'],
] as const;

/**
 * The seven counters of the spec's "Limits" in one response. A missing, malformed or implausible header is a missing
 * property. All are numbers of requests, except `rateLimitReset`: seconds, 1 to 3600.
 */
export type UsageHeaders = Partial<Record<(typeof windows)[number][0 | 2] | 'rateLimitReset', number>>;

/** The longest wait for the minute, and the largest number of seconds that is taken as one. */
const RESET_MAX_S = 3600;
const RESET_SECONDS_PLAUSIBLE = 86_400;

/**
 * Parses the counters. Only non-negative safe integers in plain digits are accepted; everything else (signs, fractions,
 * exponents, differing values) is ignored, and so is a limit of 0 or below Remaining.
 *
 * @param headers names in lower case; a repeated header is an array
 */
export function parseUsageHeaders(headers: Record<string, string | string[] | undefined>): UsageHeaders {
  const usage: UsageHeaders = {};
  for (const [limitName, limitHeader, remainingName, remainingHeader] of windows) {
    const remaining = parseCount(headers[remainingHeader]);
    // A limit that is not a number (`-1`, `unlimited`) counts as 0, too.
    const reported = headers[limitHeader] === undefined ? null : (parseCount(headers[limitHeader]) ?? 0);
    const limit = knownLimit([reported], remaining);
    if (limit !== null) usage[limitName] = limit;
    // With a limit of 0, a Remaining of 0 does not mean that the quota is used up.
    if (remaining !== null && (reported !== 0 || remaining > 0)) usage[remainingName] = remaining;
  }
  const seconds = parseCount(headers['x-ratelimit-reset']);
  // A larger number is no time until the end of a minute, but perhaps a time since 1970.
  if (seconds !== null && seconds <= RESET_SECONDS_PLAUSIBLE)
    usage.rateLimitReset = Math.min(Math.max(seconds, 1), RESET_MAX_S);
  return usage;
}

/** Returns the first plausible limit: above 0, and not below Remaining; null: none is. */
export function knownLimit(
  limits: readonly (number | null | undefined)[],
  remaining: number | null,
): number | null {
  return limits.find((limit) => typeof limit === 'number' && limit >= Math.max(1, remaining ?? 0)) ?? null;
}

/** The value of a header; undefined when it is missing, or repeated with another value. */
function singleValue(header: string | string[] | undefined): string | undefined {
  const [value, ...others] = Array.isArray(header) ? header : [header];
  return others.every((other) => other === value) ? value : undefined;
}

function parseCount(header: string | string[] | undefined): number | null {
  const value = singleValue(header) ?? '';
  const count = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(count) ? count : null;
}

/** The only format in which servers send dates today (RFC 9110, "IMF-fixdate"). */
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Parses the header `Date`, the time of upstream's clock, to epoch ms; null when missing or malformed. */
export function parseDateHeader(value: string | string[] | undefined): number | null {
  if (typeof value !== 'string' || !imfFixdate.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at;
}
