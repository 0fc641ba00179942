import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { noteToken } from '../../process/request-notes.ts';
import type { Clock } from '../clock.ts';
import { FailureError, type TokenLimit } from '../errors.ts';
import { type ApiToken, hashOfToken, isToken } from './api-token.ts';
import { type CreateLimiter, clientNetwork, createMemoryLimiter, takePoint } from './rate-limiter.ts';
import type { TokenList } from './token-list.ts';

/** Result of the check of a token, for the metrics. */
export const tokenOutcomes = ['accepted', 'wrong', 'limited'] as const;
export type TokenOutcome = (typeof tokenOutcomes)[number];

export type ApiTokens = ReturnType<typeof createApiTokens>;

/** Maximum number of requests with one token in a minute. */
export const TOKEN_REQUESTS_PER_MINUTE = 300;
/** Maximum number of wrong tokens from one network in a minute. They do not count as wrong passwords. */
const WRONG_TOKENS_PER_MINUTE = 5;
/** Maximum number of single monitors that scripts read in an hour: 1,440 a day leave most of a usual quota for the list. */
export const SCRIPT_READS_PER_HOUR = 60;

/**
 * Checks the tokens of scripts. Counts in this process only, also where replicas share other limits: no request of a script
 * waits for a database.
 */
export function createApiTokens(parts: {
  tokens: TokenList;
  clock: Pick<Clock, 'now'>;
  count: (outcome: TokenOutcome) => void;
}) {
  const { tokens, clock, count } = parts;
  const perMinute = (keyPrefix: string, points: number) =>
    createMemoryLimiter({ keyPrefix, points, duration: 60 });
  const requests = perMinute('token-requests', TOKEN_REQUESTS_PER_MINUTE);
  const guesses = perMinute('token-guesses', WRONG_TOKENS_PER_MINUTE);

  function limited(why: TokenLimit, waitMs: number): FailureError {
    count('limited');
    return tokenLimited(why, clock, waitMs);
  }

  return {
    /**
     * Counts a request with a token and notes the token's name for the log.
     *
     * @param address of the client, determined by the launcher
     * @returns the name
     * @throws FailureError `invalid_token`, `token_limited`
     */
    async check(token: string, address: string): Promise<string> {
      const found = isToken(token) ? findToken(tokens(), token) : null;
      // A right token is accepted also when its network is limited: it cannot have been guessed (ADR 0036).
      if (found === null) {
        // What is not a token at all, such as one of a proxy, is no guess.
        const waitMs = isToken(token) ? await takePoint(guesses, groupOf(address)) : 0;
        if (waitMs > 0) throw limited('guesses', waitMs);
        count('wrong');
        throw new FailureError({ code: 'invalid_token' });
      }
      noteToken(found.name);
      const waitMs = await takePoint(requests, found.name);
      if (waitMs > 0) throw limited('requests', waitMs);
      count('accepted');
      return found.name;
    },
  };
}

/**
 * Limits the requests to the API that scripts cause by reading single monitors, with all tokens together.
 * @returns counts one; throws FailureError `token_limited`
 */
export function limitScriptReads(createLimiter: CreateLimiter, clock: Pick<Clock, 'now'>) {
  const reads = createLimiter({ keyPrefix: 'script-reads', points: SCRIPT_READS_PER_HOUR, duration: 3600 });
  return async (): Promise<void> => {
    const waitMs = await takePoint(reads, 'all');
    if (waitMs > 0) throw tokenLimited('reads', clock, waitMs);
  };
}

function tokenLimited(why: TokenLimit, clock: Pick<Clock, 'now'>, waitMs: number): FailureError {
  return new FailureError({ code: 'token_limited', why, retryAt: clock.now() + waitMs });
}

/** Returns one of 65,536 groups of networks, so that wrong tokens from many addresses cannot fill the memory. */
function groupOf(address: string): string {
  return createHash('sha256').update(clientNetwork(address)).digest('hex').slice(0, 4);
}

/** Compares with all tokens, each in constant time, so that the duration reveals neither whether nor which one matches. */
function findToken(tokens: readonly ApiToken[], token: string): ApiToken | null {
  const hash = hashOfToken(token);
  let found: ApiToken | null = null;
  for (const known of tokens) if (timingSafeEqual(known.hash, hash)) found = known;
  return found;
}
