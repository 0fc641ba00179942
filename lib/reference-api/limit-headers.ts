import type { Allowance } from './limiter.ts';

/** The seven headers of the spec's "Limits". */
export function limitHeaders({ limits, remaining, resetSeconds }: Allowance): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limits.minute),
    'X-RateLimit-Remaining': String(remaining.minute),
    'X-RateLimit-Reset': String(resetSeconds),
    'X-Quota-Daily-Limit': String(limits.daily),
    'X-Quota-Daily-Remaining': String(remaining.daily),
    'X-Quota-Monthly-Limit': String(limits.monthly),
    'X-Quota-Monthly-Remaining': String(remaining.monthly),
  };
}
