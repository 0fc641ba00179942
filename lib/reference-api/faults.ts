import { z } from 'zod';
import type { Answer } from './answer.ts';
import { failure } from './answer.ts';

const when = {
  /** For how many requests; without it, until the faults are cleared. */
  times: z.int().min(1).optional(),
  /** Only requests whose path and query hold this text. */
  url_contains: z.string().optional(),
};

/** A fault on demand. The README says what each does. */
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

/** The faults in force. */
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

  /** The faults that befall one request; each that is limited to a number of requests is used once. */
  befalling(url: string): Fault[] {
    if (this.#active.length === 0) return [];
    const hits = this.#active.filter(
      (fault) => !('url_contains' in fault) || url.includes(fault.url_contains ?? ''),
    );
    for (const fault of hits) if ('times' in fault && fault.times !== undefined) fault.times -= 1;
    this.#active = this.#active.filter((fault) => !('times' in fault) || fault.times !== 0);
    return hits;
  }
}

/** The answer that takes the place of the real one, which is then not even made: nothing is counted. */
export function replacement(faults: readonly Fault[]): Answer | undefined {
  if (faults.some((fault) => fault.kind === 'reset'))
    return { ...failure(503, 'Injected fault'), reset: true };
  const fault = faults.find((candidate) => candidate.kind === 'status');
  return fault && failure(fault.status, 'Injected fault', {}, fault.headers);
}

/** The answer as the faults leave it. */
export function spoil(answer: Answer, faults: readonly Fault[]): Answer {
  const spoilt = { ...answer, headers: { ...answer.headers } };
  for (const fault of faults) {
    if (fault.kind === 'delay') spoilt.delayMs += fault.ms;
    if (fault.kind === 'malformed')
      spoilt.body = fault.body ?? answer.body.slice(0, Math.ceil(answer.body.length / 2));
    if (fault.kind === 'missing-headers') {
      for (const name of Object.keys(spoilt.headers))
        if (/^x-(ratelimit|quota)-/i.test(name)) delete spoilt.headers[name];
    }
  }
  return spoilt;
}
