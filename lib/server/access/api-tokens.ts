import 'server-only';
import { timingSafeEqual } from 'node:crypto';
import { noteToken } from '../../request-notes.ts';
import type { Clock } from '../clock.ts';
import { FailureError, type TokenLimit } from '../errors.ts';
import { hashOfToken, isToken } from './api-token.ts';
import { clientNetwork } from './client-network.ts';
import { blockedMs, type FailedLogins } from './login-blocks.ts';
import type { ApiToken } from './token-file.ts';
import type { TokenLimits } from './token-limits.ts';
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

/**
 * @param parts.failed the wrong tokens from each network. Not those of the passwords: wrong tokens never keep anyone from
 * signing in
 */
export function createApiTokens(parts: {
  list: TokenList;
  limits: TokenLimits;
  failed: FailedLogins;
  clock: Clock;
  count: (outcome: TokenOutcome) => void;
}): ApiTokens {
  const { list, limits, failed, clock, count } = parts;

  function limited(why: Exclude<TokenLimit, 'reads'>, waitMs: number): FailureError {
    count('limited');
    return new FailureError({ code: 'token_limited', why, retryAt: clock.now() + waitMs });
  }

  async function refuse(token: string, address: string): Promise<FailureError> {
    const network = clientNetwork(address);
    const blocked = blockedMs(await failed.of(network));
    if (blocked > 0) return limited('guesses', blocked);
    // What is not a token at all, such as one of a proxy, is no guess.
    if (isToken(token)) await failed.add(network);
    count('wrong');
    return new FailureError({ code: 'invalid_token' });
  }

  return {
    async check(token, address) {
      const found = isToken(token) ? findToken(await list.current(), token) : null;
      // A right token is accepted whatever wrong ones came from its network: it cannot have been guessed (ADR 0036).
      if (found === null) throw await refuse(token, address);
      noteToken(found.name);
      const waitMs = limits.take(found.name);
      if (waitMs > 0) throw limited('requests', waitMs);
      count('accepted');
      return found.name;
    },
  };
}

/** Compares with all tokens, each in constant time, so that the duration reveals neither whether nor which one matches. */
function findToken(tokens: readonly ApiToken[], token: string): ApiToken | null {
  const hash = hashOfToken(token);
  let found: ApiToken | null = null;
  for (const known of tokens) if (timingSafeEqual(known.hash, hash)) found = known;
  return found;
}
