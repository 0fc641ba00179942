import type { Allowance } from './limiter.ts';

/** One HTTP answer. The shell sends it after `delayMs` milliseconds, or cuts the connection when `reset` is true. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
  delayMs: number;
  reset: boolean;
}

/** An answer with a JSON text as its body. */
export function jsonAnswer(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    delayMs: 0,
    reset: false,
  };
}

/** A failure: `{ "error": <message> }`, and for a missing scope what else the spec shows ("Errors"). */
export function failure(
  status: number,
  error: string,
  more: object = {},
  headers: Record<string, string> = {},
): Answer {
  return jsonAnswer(status, JSON.stringify({ error, ...more }), headers);
}

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
