import 'server-only';
import type { Logger } from 'pino';
import { readWallQuery } from '../../contract/wall-query.ts';
import { noteToken } from '../../process/shared.ts';
import type { Clock } from '../clock.ts';
import { FailureError, type TokenLimit } from '../errors.ts';
import { watchFile } from '../watched-file.ts';
import { type CreateLimiter, createMemoryLimiter, takePoint } from './rate-limiter.ts';
import { tokenName } from './token-hash.ts';

export interface KnownToken {
  name: string;
  /** What it opens: the API, one wall, or one feed. */
  use: 'script' | 'wall' | 'feed';
  /** The query of the wall or the feed; null: the token is for scripts. */
  view: string | null;
}

/** A name and a hash; the token of a wall or a feed also has its query. */
const lineFormat = /^(\S+)\s+sha256:([\da-f]{64})(?:\s+(wall|feed)(?:\s+(\S+))?)?$/i;

/**
 * Parses SIGHTLINE_API_TOKENS_FILE: lines of `lineOfToken`, blank lines, and comments that begin with `#`.
 *
 * @returns `tokens`: by hash; `wrong`: lines that are ignored. They may contain a secret, so that only their numbers (from 1)
 *   and the reasons are reported
 */
export function parseTokenFile(text: string) {
  const tokens = new Map<string, KnownToken>();
  const names = new Set<string>();
  const wrong: { line: number; reason: string }[] = [];
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const [index, line] of lines.entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const [, name = '', digits = '', kind, query = ''] = lineFormat.exec(content) ?? [];
    const hash = digits.toLowerCase();
    const refuse = (reason: string) => wrong.push({ line: index + 1, reason });
    const problem = problemOf(query);
    if (!tokenName.test(name)) refuse('not a name and sha256:<64 hex digits>');
    else if (names.has(name)) refuse('name given twice');
    else if (tokens.has(hash)) refuse('token given twice');
    else if (problem !== null) refuse(problem);
    else {
      names.add(name);
      if (kind === undefined) tokens.set(hash, { name, use: 'script', view: null });
      else tokens.set(hash, { name, use: kind.toLowerCase() === 'wall' ? 'wall' : 'feed', view: query });
    }
  }
  return { tokens, wrong };
}

/** Why the query of a wall or a feed cannot be used; null: it can. */
function problemOf(query: string): string | null {
  const search = new URLSearchParams(query);
  // Each request checks whether the team has the view.
  if (search.has('view') && search.size === 1) return null;
  const [problem] = readWallQuery(search).problems;
  if (problem === undefined) return null;
  const { breach, parameter, detail } = problem;
  // The name of an unknown parameter may be a secret.
  return breach === 'unknown'
    ? 'the view has a parameter that no wall has'
    : `the view: ${parameter} ${detail}`;
}

/** Returns the valid tokens by their hash; none while their file cannot be read. Never rejects. */
export type TokenList = () => Promise<ReadonlyMap<string, KnownToken>>;
const noTokens: ReadonlyMap<string, KnownToken> = new Map();

/** If the last complete read began longer ago, a request waits for the next one, because a removed line must not stay valid. */
const STALE_MS = 5000;

/** Returns the list of the tokens in a file, which follows the file. @throws ConfigError when it cannot be read now */
export async function openTokenList(parts: {
  path: string;
  read: (path: string) => Promise<string>;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}): Promise<TokenList> {
  const { path, read, clock, log } = parts;
  let tokens = noTokens;
  const file = await watchFile({
    setting: 'SIGHTLINE_API_TOKENS_FILE',
    path,
    read,
    clock,
    changed(text) {
      const parsed = parseTokenFile(text);
      tokens = parsed.tokens;
      log.info({ tokens: tokens.size }, 'read the API tokens');
      for (const wrong of parsed.wrong) log.warn(wrong, 'ignored a line of the API tokens');
    },
    failed(error) {
      log.error({ err: error }, 'the file of the API tokens cannot be read: no token is accepted');
      tokens = noTokens;
    },
  });
  return async () => {
    if (clock.monotonic() - file.readAt() > STALE_MS) await file.read();
    return tokens;
  };
}

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
