import 'server-only';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { ConfigError } from '../errors.ts';
import { type KnownToken, parseTokenFile } from './token-file.ts';

/** Returns the valid tokens by their hash; none while their file cannot be read. */
export type TokenList = () => ReadonlyMap<string, KnownToken>;
const noTokens: ReadonlyMap<string, KnownToken> = new Map();

/** Pause between two reads of the file, milliseconds. */
const RELOAD_MS = 2000;
/** When the last complete read began longer ago, no token is accepted: a removed line must not stay valid. */
const STALE_MS = 5000;
/** Maximum size of the file, bytes: several times what the maximum number of tokens takes. */
const BYTES_MAX = 1_000_000;

/**
 * Reads the file again and again. Watching it would not do: mounts of secrets replace links, whose targets no watcher
 * reports, and not every file system reports changes.
 *
 * @throws ConfigError when the file cannot be read now
 */
export async function openTokenList(parts: {
  path: string;
  read: (path: string) => Promise<string>;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}): Promise<TokenList> {
  const { path, read, clock, log } = parts;
  /** Null: it could not be read. */
  let content: string | null = null;
  let tokens = noTokens;
  /** When the last complete read began, monotonic ms. */
  let readAt = 0;

  /** @throws Error when the file cannot be read */
  async function load(): Promise<void> {
    const at = clock.monotonic();
    const text = await read(path);
    readAt = at;
    if (text === content) return;
    content = text;
    const parsed = parseTokenFile(text);
    tokens = parsed.tokens;
    log.info({ tokens: tokens.size }, 'read the API tokens');
    for (const wrong of parsed.wrong) log.warn(wrong, 'ignored a line of the API tokens');
  }

  function drop(error: unknown): void {
    if (content !== null)
      log.error({ err: error }, 'the file of the API tokens cannot be read: no token is accepted');
    content = null;
    tokens = noTokens;
  }

  // A read begins after the last one has ended, because a read that hangs occupies a thread.
  const watch = () => clock.after(RELOAD_MS, () => void load().catch(drop).then(watch));

  await load().catch((error: Error) => {
    throw new ConfigError(`Cannot read the file in SIGHTLINE_API_TOKENS_FILE: ${path}. ${error.message}`);
  });
  watch();
  return () => (clock.monotonic() - readAt <= STALE_MS ? tokens : noTokens);
}

/** Reads a file as text. @throws Error when it cannot be read, is no regular file, or is larger than 1 MB */
export async function readTokenFile(path: string): Promise<string> {
  // Without O_NONBLOCK the opening of a named pipe would wait for a writer, in one of the few threads that check passwords.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('It is not a regular file.');
    if (stats.size > BYTES_MAX) throw new Error('It is larger than 1 MB.');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
