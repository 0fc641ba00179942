import type { Limits } from './limiter.ts';

/** Sent after `delayMs` milliseconds; `reset`: the connection is reset instead. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  delayMs: number;
  reset: boolean;
}

export function jsonResponse(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): ApiResponse {
  const all = { 'Content-Type': 'application/json', ...headers };
  return { status, headers: all, body, delayMs: 0, reset: false };
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

interface When {
  /** The number of affected requests; without it, all until the faults are cleared. */
  times?: number;
  /** Affects only requests whose path and query contain this text. */
  url_contains?: string;
}

/** A fault on demand. docs/reference-api.md describes each kind. */
export type Fault =
  | ({ kind: 'delay'; ms: number } & When)
  | ({ kind: 'status'; status: number; headers?: Record<string, string> } & When)
  | ({ kind: 'malformed'; body?: string } & When)
  | ({ kind: 'reset' | 'missing-headers' } & When)
  | { kind: 'revoke-key'; key?: string }
  | { kind: 'exhaust-quota'; window: keyof Limits };

/** Returns the active faults that affect a request, and decrements their `times` if they have it. */
export function takeMatching(active: readonly Fault[], url: string): Fault[] {
  const hits = active.filter((fault) => !('url_contains' in fault) || url.includes(fault.url_contains ?? ''));
  for (const fault of hits) if ('times' in fault && fault.times !== undefined) fault.times -= 1;
  return hits;
}

export const isUsedUp = (fault: Fault): boolean => 'times' in fault && fault.times === 0;

/** Returns the response that replaces the real one, if a fault has one. The request is then not counted. */
export function replacement(faults: readonly Fault[]): ApiResponse | undefined {
  if (faults.some((fault) => fault.kind === 'reset'))
    return { ...failure(503, 'Injected fault'), reset: true };
  const fault = faults.find((candidate) => candidate.kind === 'status');
  return fault && failure(fault.status, 'Injected fault', {}, fault.headers);
}

/** Changes a response by the faults that modify one: delay, malformed, missing-headers. */
export function applyFaults(response: ApiResponse, faults: readonly Fault[]): void {
  for (const fault of faults) {
    if (fault.kind === 'delay') response.delayMs += fault.ms;
    if (fault.kind === 'malformed')
      response.body = fault.body ?? response.body.slice(0, Math.ceil(response.body.length / 2));
    if (fault.kind === 'missing-headers') {
      for (const name of Object.keys(response.headers))
        if (/^x-(ratelimit|quota)-/i.test(name)) delete response.headers[name];
    }
  }
}
