import 'server-only';
import { noteToken } from '../../process/request-notes.ts';
import type { Clock } from '../clock.ts';
import { FailureError, type TokenLimit } from '../errors.ts';
import { type CreateLimiter, createMemoryLimiter, takePoint } from './rate-limiter.ts';
import type { KnownToken } from './token-file.ts';
import type { TokenList } from './token-list.ts';

/** Result of the check of a token, for the metrics. */
export const tokenOutcomes = ['accepted', 'wrong', 'limited'] as const;
export type TokenOutcome = (typeof tokenOutcomes)[number];

export type ApiTokens = ReturnType<typeof createApiTokens>;

export const TOKEN_REQUESTS_PER_MINUTE = 300;
/** Maximum number of single monitors that scripts read in an hour: 1,440 a day leave most of a usual quota for the list. */
export const SCRIPT_READS_PER_HOUR = 60;

/**
 * Checks the tokens of scripts, walls and feeds. It counts requests in this process only, although replicas share other limits: no
 * request of a script should wait for a database.
 *
 * @returns a function that counts a request, notes the name of the token for the log, and returns the token with a hash. A token
 *   for another use is wrong. It throws FailureError `invalid_token`, `token_limited`
 */
export function createApiTokens(parts: {
  tokens: TokenList;
  clock: Pick<Clock, 'now'>;
  count: (outcome: TokenOutcome) => void;
}) {
  const { tokens, clock, count } = parts;
  const limits = { keyPrefix: 'token-requests', points: TOKEN_REQUESTS_PER_MINUTE, duration: 60 };
  const requests = createMemoryLimiter(limits);

  return async (hash: string, ...uses: readonly KnownToken['use'][]): Promise<KnownToken> => {
    // The duration can reveal something about the hashes only, and no token can be derived from them (ADR 0036).
    const token = (await tokens()).get(hash);
    if (token === undefined || !uses.includes(token.use)) {
      count('wrong');
      throw new FailureError({ code: 'invalid_token' });
    }
    noteToken(token.name);
    const waitMs = await takePoint(requests, token.name);
    count(waitMs > 0 ? 'limited' : 'accepted');
    if (waitMs > 0) throw tokenLimited('requests', clock, waitMs);
    return token;
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
