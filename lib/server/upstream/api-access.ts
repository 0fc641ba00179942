import 'server-only';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { type Problem, problemAfter, type UpstreamFailure } from '../errors.ts';
import { failureSchema } from '../quota/stored-failure.ts';
import type { StateRecord } from '../storage/state-records.ts';
import { wallTime } from '../storage/wall-time-schema.ts';

/** What attempts have shown, which the next process, and the replicas that do not lead, go on from. */
const knowledgeSchema = z.object({
  /**
   * The scopes of the key, as far as responses have shown them. `complete`: whether `held` lists all scopes: a 403 lists
   * them, a 200 proves one. `learnedAt`: wall time of the response, epoch ms.
   */
  scopes: z.object({ held: z.array(z.string()), complete: z.boolean(), learnedAt: wallTime }).nullable(),
  problem: z.object({ failure: failureSchema, since: wallTime }).nullable(),
  /** Wall time of the last attempt, epoch ms; 0: none. */
  attemptedAt: wallTime,
});
type AccessKnowledge = z.infer<typeof knowledgeSchema>;
type LearnedScopes = NonNullable<AccessKnowledge['scopes']>;

/** The access to upstream: its address, the API key and its scopes, and the current problem. */
export interface ApiAccess {
  /** Origin and path, without user name, password or query. */
  baseUrl: string;
  keyFingerprint: string;
  /** Null before a response has shown any scope. */
  scopes(): LearnedScopes | null;
  /** What is known, for other replicas. */
  knowledge(): AccessKnowledge;
  /** Applies what another replica has learned, unless this one knows something newer. */
  adopt(knowledge: AccessKnowledge): void;
  /** The failure that prevents reading from upstream; null when the last attempt succeeded. */
  problem(): Problem<UpstreamFailure> | null;
  /**
   * Records the result of an attempt.
   *
   * @param failure null: success
   * @param sentAt when the request was sent, monotonic ms
   */
  recordAttempt(failure: UpstreamFailure | null, sentAt: number): void;
}

/**
 * The scope that both endpoints in use require (spec, "Endpoint to scope"). A successful response of either proves
 * that the key has it.
 */
const REQUIRED_SCOPE = 'monitors:read';

export function createApiAccess(parts: { baseUrl: URL; apiKey: string; clock: Clock }): ApiAccess {
  const { baseUrl, apiKey, clock } = parts;
  let known: AccessKnowledge = { scopes: null, problem: null, attemptedAt: 0 };
  /** When the problem was last observed, monotonic ms. */
  let observedAt = 0;

  return {
    baseUrl: baseUrl.origin + baseUrl.pathname,
    keyFingerprint: fingerprintOf(apiKey),
    scopes: () => known.scopes,
    knowledge: () => known,
    adopt({ scopes, problem, attemptedAt }) {
      if (scopes && scopes.learnedAt > (known.scopes?.learnedAt ?? 0)) known = { ...known, scopes };
      if (attemptedAt <= known.attemptedAt) return;
      known = { ...known, problem, attemptedAt };
      observedAt = clock.monotonic();
    },
    problem: () => known.problem,
    recordAttempt(failure, sentAt) {
      const attemptedAt = clock.now();
      const scopes = scopesAfter(known.scopes, failure, attemptedAt);
      // "No such monitor" counts as success: the key was accepted.
      if (failure === null || failure.code === 'monitor_not_found') {
        // A success that was sent before the problem began does not prove that the problem is over.
        const isOver = sentAt >= observedAt;
        known = { scopes, attemptedAt, problem: isOver ? null : known.problem };
        return;
      }
      known = { scopes, attemptedAt, problem: problemAfter(known.problem, failure, attemptedAt) };
      observedAt = clock.monotonic();
    },
  };
}

/** What is known of the access as a stored record. It says nothing of another key. */
export function accessRecord(access: Pick<ApiAccess, 'knowledge' | 'adopt' | 'keyFingerprint'>): StateRecord {
  const { keyFingerprint } = access;
  return {
    version: 1,
    save: () => ({ keyFingerprint, ...access.knowledge() }),
    load(value) {
      const stored = knowledgeSchema.extend({ keyFingerprint: z.string() }).parse(value);
      const { keyFingerprint: of, ...knowledge } = stored;
      if (of === keyFingerprint) access.adopt(knowledge);
    },
  };
}

/**
 * A known list without the scope that was just used is out of date, so that its other scopes are unknown again.
 */
function scopesAfter(
  known: LearnedScopes | null,
  failure: UpstreamFailure | null,
  learnedAt: number,
): LearnedScopes | null {
  if (failure?.code === 'missing_scope') return { held: failure.grantedScopes, complete: true, learnedAt };
  if (failure !== null || (known?.complete && known.held.includes(REQUIRED_SCOPE))) return known;
  return { held: [REQUIRED_SCOPE], complete: false, learnedAt };
}

/**
 * Returns the first four hex digits of the key's SHA-256: enough to distinguish the new key from the old one, and too
 * short to reveal a weak key. The spec does not define how keys are generated ("Key format and lifetime: not shown"),
 * and eight digits would identify a weak key in a dictionary attack. Four digits leak at most 16 bits. The hash is
 * unsalted, so that `printf %s "$KEY" | sha256sum` shows the same digits.
 */
function fingerprintOf(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 4);
}
