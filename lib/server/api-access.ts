import 'server-only';
import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { UpstreamFailure } from './errors.ts';
import { type Trouble, troubleAfter } from './trouble.ts';

/** The scopes of the key, as upstream's last telling answer showed them. */
interface LearnedScopes {
  held: readonly string[];
  /** Whether these are all: a 403 lists them, a 200 proves one. */
  complete: boolean;
  /** Wall time of that answer, epoch ms. */
  learnedAt: number;
}

/** How Sightline gets at upstream: where, with which key, what the key may do, and what is in the way now. */
export interface ApiAccess {
  /** Origin and path: no user name, password or query. */
  baseUrl: string;
  keyFingerprint: string;
  scopes(): LearnedScopes | null;
  /** What keeps upstream from being read. */
  trouble(): Trouble<UpstreamFailure> | null;
  /** An attempt has ended. @param sentAt when its request was sent, monotonic ms; failure null: a good answer */
  learn(failure: UpstreamFailure | null, sentAt: number): void;
}

/** What both live endpoints require (spec, "Endpoint to scope"): a good answer of either proves that the key holds it. */
const REQUIRED = 'monitors:read';

export function createApiAccess(parts: { baseUrl: URL; apiKey: string; clock: Clock }): ApiAccess {
  const { baseUrl, apiKey, clock } = parts;
  let scopes: LearnedScopes | null = null;
  let trouble: (Trouble<UpstreamFailure> & { metAt: number }) | null = null;

  return {
    baseUrl: baseUrl.origin + baseUrl.pathname,
    keyFingerprint: fingerprintOf(apiKey),
    scopes: () => scopes,
    trouble: () => trouble && { failure: trouble.failure, since: trouble.since },
    learn(failure, sentAt) {
      if (failure === null) scopes = afterGoodAnswer(scopes, clock.now());
      if (failure?.code === 'missing_scope') {
        scopes = { held: failure.grantedScopes, complete: true, learnedAt: clock.now() };
      }
      // "No such monitor" is an answer like any other: the key was let in.
      if (failure === null || failure.code === 'monitor_not_found') {
        // A good answer that was on its way when the trouble began says nothing about what came after.
        if (trouble && sentAt >= trouble.metAt) trouble = null;
        return;
      }
      trouble = { ...troubleAfter(trouble, failure, clock.now()), metAt: clock.monotonic() };
    },
  };
}

/** A list without the scope that was just used is out of date: of the others nothing is known any more. */
function afterGoodAnswer(known: LearnedScopes | null, learnedAt: number): LearnedScopes {
  if (known?.complete && known.held.includes(REQUIRED)) return known;
  return { held: [REQUIRED], complete: false, learnedAt };
}

/**
 * Enough to tell the new key from the old one, and short enough to keep the key secret whatever it is. The spec does
 * not say how keys are made ("Key format and lifetime: not shown"). Eight hex digits of a hash would be safe for a
 * random key, but would pick out a weak one from all that an attacker could try. Four give away 16 bits at the very
 * most: of each 65,536 keys one has the same. Plain SHA-256, so that `printf %s "$KEY" | sha256sum` shows it too.
 */
function fingerprintOf(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 4);
}
