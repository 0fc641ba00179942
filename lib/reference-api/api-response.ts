import type { Allowance } from './limiter.ts';

/**
 * One HTTP response. The server sends it after `delayMs` milliseconds, or resets the connection when `reset` is true.
 */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  delayMs: number;
  reset: boolean;
}

/** @param body JSON text */
export function jsonResponse(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): ApiResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    delayMs: 0,
    reset: false,
  };
}

/** An error response with the body `{ "error": <message> }` (spec, "Errors"). @param more further fields of the body */
export function failure(
  status: number,
  error: string,
  more: object = {},
  headers: Record<string, string> = {},
): ApiResponse {
  return jsonResponse(status, JSON.stringify({ error, ...more }), headers);
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
