import { z } from 'zod';
import type { ApiResponse } from './api-response.ts';
import { failure } from './api-response.ts';

const when = {
  /** The number of affected requests; without it, all until the faults are cleared. */
  times: z.int().min(1).optional(),
  /** Affects only requests whose path and query contain this text. */
  url_contains: z.string().optional(),
};

/** A fault on demand. The README describes each kind. */
export const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), ms: z.int().min(0).max(3_600_000), ...when }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/)).optional(),
    ...when,
  }),
  z.strictObject({ kind: z.literal('reset'), ...when }),
  z.strictObject({ kind: z.literal('malformed'), body: z.string().optional(), ...when }),
  z.strictObject({ kind: z.literal('missing-headers'), ...when }),
  z.strictObject({ kind: z.literal('revoke-key'), key: z.string().optional() }),
  z.strictObject({
    kind: z.literal('exhaust-quota'),
    window: z.enum(['minute', 'daily', 'monthly']).default('daily'),
  }),
]);
export type FaultInput = z.input<typeof faultSchema>;
export type Fault = z.output<typeof faultSchema>;

/** The active faults. */
export class Faults {
  #active: Fault[] = [];

  list(): Fault[] {
    return structuredClone(this.#active);
  }

  add(fault: Fault): void {
    this.#active.push({ ...fault });
  }

  clear(): void {
    this.#active = [];
  }

  revokes(key: string): boolean {
    return this.#active.some((fault) => fault.kind === 'revoke-key' && (fault.key ?? key) === key);
  }

  /** Returns the faults for one request, and decrements `times` of those that have it. */
  takeMatching(url: string): Fault[] {
    if (this.#active.length === 0) return [];
    const hits = this.#active.filter(
      (fault) => !('url_contains' in fault) || url.includes(fault.url_contains ?? ''),
    );
    for (const fault of hits) if ('times' in fault && fault.times !== undefined) fault.times -= 1;
    this.#active = this.#active.filter((fault) => !('times' in fault) || fault.times !== 0);
    return hits;
  }
}

/** The response that replaces the real one, if a fault has one. The request is then not processed, so not counted. */
export function replacement(faults: readonly Fault[]): ApiResponse | undefined {
  if (faults.some((fault) => fault.kind === 'reset'))
    return { ...failure(503, 'Injected fault'), reset: true };
  const fault = faults.find((candidate) => candidate.kind === 'status');
  return fault && failure(fault.status, 'Injected fault', {}, fault.headers);
}

/** Returns the response changed by the faults that modify one: delay, malformed, missing-headers. */
export function applyFaults(response: ApiResponse, faults: readonly Fault[]): ApiResponse {
  const changed = { ...response, headers: { ...response.headers } };
  for (const fault of faults) {
    if (fault.kind === 'delay') changed.delayMs += fault.ms;
    if (fault.kind === 'malformed')
      changed.body = fault.body ?? response.body.slice(0, Math.ceil(response.body.length / 2));
    if (fault.kind === 'missing-headers') {
      for (const name of Object.keys(changed.headers))
        if (/^x-(ratelimit|quota)-/i.test(name)) delete changed.headers[name];
    }
  }
  return changed;
}
