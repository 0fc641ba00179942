import 'server-only';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { ConfigError } from '../config-error.ts';
import { type ApiToken, parseTokenFile } from './token-file.ts';

/** The valid tokens of a file that can change at any time. */
export interface TokenList {
  /** Returns the tokens of the file as it was at most 2 s ago; none when it cannot be read. */
  current(): Promise<readonly ApiToken[]>;
}

/** Interval of the readings, milliseconds. */
const RELOAD_MS = 2000;
/**
 * After this time requests no longer wait for a reading, and no token is accepted until it has ended, milliseconds. So a
 * removed line stops working within 5 s. Shorter, a busy machine would refuse valid tokens.
 */
const READ_MS = 2500;

/**
 * Reads the file and keeps it up to date. It reads the content each time instead of watching the file, because mounts of
 * secrets replace links, whose targets no watcher reports, and not every file system reports changes at all.
 *
 * @param parts.read reads the file as text; may throw
 * @throws ConfigError when the file cannot be read now
 */
export async function openTokenList(parts: {
  path: string;
  read: (path: string) => Promise<string>;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}): Promise<TokenList> {
  const { path, read, clock, log } = parts;
  /** `content` is an error when the file cannot be read; `at` is when its reading began, monotonic ms. */
  let known: { content: string | Error | null; tokens: readonly ApiToken[]; at: number } = {
    content: null,
    tokens: [],
    at: Number.NEGATIVE_INFINITY,
  };
  /** Resolves when the reading that lasts has ended or failed. There is never a second one: each that hangs keeps a thread. */
  let reading: Promise<void> | null = null;

  /** Takes over what the file contains now. @param content an error: it cannot be read */
  function take(content: string | Error, at: number): void {
    const isKnown = typeof content === 'string' ? content === known.content : known.content instanceof Error;
    if (isKnown) {
      known = { ...known, at };
      return;
    }
    const { tokens, wrong } = parseTokenFile(typeof content === 'string' ? content : '');
    known = { content, tokens, at };
    if (typeof content === 'string') log.info({ tokens: tokens.length }, 'read the API tokens');
    else log.error({ err: content }, 'the file of the API tokens cannot be read: no token is accepted');
    for (const { line, reason } of wrong) log.warn({ line, reason }, 'ignored a line of the API tokens');
  }

  /** Begins a reading that takes over what it finds, however late. Resolves when it has ended, or takes too long. */
  function reload(): Promise<void> {
    const at = clock.monotonic();
    const { promise, resolve } = Promise.withResolvers<void>();
    const update = (content: string | Error) => {
      take(content, at);
      resolve();
    };
    const cancel = clock.after(READ_MS, () => update(new Error(`It takes longer than ${READ_MS} ms.`)));
    const end = (content: string | Error) => {
      cancel();
      reading = null;
      update(content);
    };
    read(path).then(end, (error: unknown) => end(error instanceof Error ? error : new Error(String(error))));
    return promise;
  }

  function reloadOnce(): Promise<void> {
    reading ??= reload();
    return reading;
  }

  /** Reads it also while nobody uses a token, so that the log shows at once whether a change is right. */
  function watch(): void {
    clock.after(RELOAD_MS, () => void reloadOnce().then(watch));
  }

  await reloadOnce();
  if (known.content instanceof Error) {
    throw new ConfigError(
      `Cannot read the file in SIGHTLINE_API_TOKENS_FILE: ${path}. ${known.content.message}`,
    );
  }
  watch();
  return {
    async current() {
      if (clock.monotonic() - known.at >= RELOAD_MS) await reloadOnce();
      return known.tokens;
    },
  };
}
