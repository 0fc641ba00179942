import 'server-only';
import type { Logger } from 'pino';
import { type Clock, sleep } from '../clock.ts';
import { watchFile } from '../watched-file.ts';
import { type KnownToken, parseTokenFile } from './token-file.ts';

/** Returns the valid tokens by their hash; none while their file cannot be read. Never rejects. */
export type TokenList = () => Promise<ReadonlyMap<string, KnownToken>>;
const noTokens: ReadonlyMap<string, KnownToken> = new Map();

/** If the last complete read began longer ago, no token is accepted, because a removed line must not stay valid. */
const STALE_MS = 5000;
/** How long a request waits for a read of the file. */
const PATIENCE_MS = 10_000;

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
    ...{ setting: 'SIGHTLINE_API_TOKENS_FILE', path, read, clock },
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
  async function readSince(at: number): Promise<void> {
    await file.read();
    // This read may have begun before `at`.
    if (file.readAt() < at) await file.read();
  }
  return async () => {
    const askedAt = clock.monotonic();
    if (askedAt - file.readAt() <= STALE_MS) return tokens;
    // A busy process reads the file late. Waiting avoids the rejection of valid tokens.
    await Promise.race([readSince(askedAt), sleep(clock, PATIENCE_MS)]);
    return file.readAt() < askedAt ? noTokens : tokens;
  };
}
