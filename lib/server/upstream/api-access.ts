import 'server-only';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { problemAfter, type UpstreamFailure, upstreamFailureSchema } from '../errors.ts';
import { epochTime } from '../storage/epoch-time.ts';
import type { StateRecord } from '../storage/state-records.ts';

/** What attempts have shown. Stored for the next process and the other replicas. Times are epoch ms. */
const knowledgeSchema = z.object({
  /** `complete`: whether `held` lists all scopes. A 403 lists all, a 200 proves one. Null: no response has shown any. */
  scopes: z.object({ held: z.array(z.string()), complete: z.boolean(), learnedAt: epochTime }).nullable(),
  /** The failure that prevents reading from upstream; null when the last attempt succeeded. */
  problem: z.object({ failure: upstreamFailureSchema, since: epochTime }).nullable(),
  /** 0: there was no attempt. */
  attemptedAt: epochTime,
});
type AccessKnowledge = z.infer<typeof knowledgeSchema>;

export type ApiAccess = ReturnType<typeof createApiAccess>;

/** The scope that both endpoints require (spec, "Endpoint to scope"), so that a successful response proves it. */
const REQUIRED_SCOPE = 'monitors:read';

/** The access to upstream: its address, the API key and its scopes, and the current problem. */
export function createApiAccess(parts: { baseUrl: URL; apiKey: string; clock: Clock }) {
  const { baseUrl, clock } = parts;
  // Four hex digits distinguish two keys, and are too short for finding a weak key with a dictionary. There is no salt, so that
  // `printf %s "$KEY" | sha256sum` shows the same digits.
  const keyFingerprint = createHash('sha256').update(parts.apiKey).digest('hex').slice(0, 4);
  let known: AccessKnowledge = { scopes: null, problem: null, attemptedAt: 0 };
  /** When the problem was last observed, monotonic ms. */
  let observedAt = 0;

  return {
    /** Origin and path, without user name, password or query. */
    baseUrl: baseUrl.origin + baseUrl.pathname,
    keyFingerprint,
    scopes: () => known.scopes,
    problem: () => known.problem,
    /** Records the result of an attempt. @param failure null: success; @param sentAt monotonic ms */
    recordAttempt(failure: UpstreamFailure | null, sentAt: number) {
      const attemptedAt = clock.now();
      const scopes = scopesAfter(known.scopes, failure, attemptedAt);
      // "No such monitor" counts as success: the key was accepted.
      if (failure === null || failure.code === 'monitor_not_found') {
        // A success that was sent before the problem began does not prove that the problem is over.
        known = { scopes, attemptedAt, problem: sentAt >= observedAt ? null : known.problem };
        return;
      }
      known = { scopes, attemptedAt, problem: problemAfter(known.problem, failure, attemptedAt) };
      observedAt = clock.monotonic();
    },
    /** The stored record of what is known. A record of another key is ignored. */
    record: {
      version: 1,
      save: () => ({ keyFingerprint, ...known }),
      load(value) {
        const storedSchema = knowledgeSchema.extend({ keyFingerprint: z.string() });
        const { keyFingerprint: key, ...stored } = storedSchema.parse(value);
        if (key !== keyFingerprint || stored.attemptedAt <= known.attemptedAt) return;
        known = { ...stored, scopes: stored.scopes ?? known.scopes };
        observedAt = clock.monotonic();
      },
    } satisfies StateRecord,
  };
}

/** A known list without the scope that was just used is out of date, so that its other scopes are unknown again. */
function scopesAfter(
  known: AccessKnowledge['scopes'],
  failure: UpstreamFailure | null,
  learnedAt: number,
): AccessKnowledge['scopes'] {
  if (failure?.code === 'missing_scope') return { held: failure.grantedScopes, complete: true, learnedAt };
  if (failure !== null || (known?.complete && known.held.includes(REQUIRED_SCOPE))) return known;
  return { held: [REQUIRED_SCOPE], complete: false, learnedAt };
}
