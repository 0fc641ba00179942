import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { noteToken } from '../../process/request-notes.ts';
import type { Clock } from '../clock.ts';
import { FailureError, type TokenLimit } from '../errors.ts';
import { hashOfToken, isToken } from './api-token.ts';
import { clientNetwork, createMemoryLimiter, takePoint } from './rate-limiter.ts';
import type { ApiToken } from './token-file.ts';
import type { TokenList } from './token-list.ts';

/** Result of the check of a token, for the metrics. */
export const tokenOutcomes = ['accepted', 'wrong', 'limited'] as const;
export type TokenOutcome = (typeof tokenOutcomes)[number];

/** Checks the tokens of scripts. */
export interface ApiTokens {
  /**
   * Counts a request with a token and notes its name for the log.
   *
   * @param address of the client, determined by the launcher
   * @returns the name of the token
   * @throws FailureError `invalid_token`, or `token_limited` when too many requests had this token, or too many from this
   * network had a wrong one
   */
  check(token: string, address: string): Promise<string>;
}

/** Maximum number of requests with one token in a minute. */
export const TOKEN_REQUESTS_PER_MINUTE = 300;
/** Maximum number of wrong tokens from one network in a minute. */
const WRONG_TOKENS_PER_MINUTE = 5;

/** Counts in this process only, also where replicas share other limits: no request of a script waits for a database. */
export function createApiTokens(parts: {
  list: TokenList;
  clock: Pick<Clock, 'now'>;
  count: (outcome: TokenOutcome) => void;
}): ApiTokens {
  const { list, clock, count } = parts;
  const requests = createMemoryLimiter({
    keyPrefix: 'token-requests',
    points: TOKEN_REQUESTS_PER_MINUTE,
    duration: 60,
  });
  // Not those of the passwords: wrong tokens never keep anyone from signing in.
  const guesses = createMemoryLimiter({
    keyPrefix: 'token-guesses',
    points: WRONG_TOKENS_PER_MINUTE,
    duration: 60,
  });

  function limited(why: Exclude<TokenLimit, 'reads'>, waitMs: number): FailureError {
    count('limited');
    return new FailureError({ code: 'token_limited', why, retryAt: clock.now() + waitMs });
  }

  async function refuse(token: string, address: string): Promise<FailureError> {
    // What is not a token at all, such as one of a proxy, is no guess.
    const waitMs = isToken(token) ? await takePoint(guesses, groupOf(address)) : 0;
    if (waitMs > 0) return limited('guesses', waitMs);
    count('wrong');
    return new FailureError({ code: 'invalid_token' });
  }

  return {
    async check(token, address) {
      const found = isToken(token) ? findToken(list.current(), token) : null;
      // A right token is accepted whatever wrong ones came from its network: it cannot have been guessed (ADR 0036).
      if (found === null) throw await refuse(token, address);
      noteToken(found.name);
      const waitMs = await takePoint(requests, found.name);
      if (waitMs > 0) throw limited('requests', waitMs);
      count('accepted');
      return found.name;
    },
  };
}

/**
 * Returns one of 65,536 groups of networks, so that requests from many addresses cannot fill the memory: a flood of wrong
 * tokens costs nothing but the requests.
 */
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
