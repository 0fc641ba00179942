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
/** A reading that takes longer has failed, milliseconds. So a removed line stops working within 3 s. */
const READ_MS = 1000;

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
  let known: { text: string | null; tokens: readonly ApiToken[]; at: number };
  let reading: Promise<void> | null = null;

  /** Takes over what the file contains now. @param text null: it cannot be read */
  function update(text: string | null, at: number): void {
    if (text === known?.text) {
      known = { ...known, at };
      return;
    }
    const { tokens, wrong } = parseTokenFile(text ?? '');
    known = { text, tokens, at };
    if (text === null) log.error('the file of the API tokens cannot be read: no token is accepted');
    else log.info({ tokens: tokens.length }, 'read the API tokens');
    for (const { line, reason } of wrong) log.warn({ line, reason }, 'ignored a line of the API tokens');
  }

  async function reload(): Promise<void> {
    const at = clock.monotonic();
    update(await readInTime(), at);
  }

  async function readInTime(): Promise<string | null> {
    return new Promise((resolve) => {
      const cancel = clock.after(READ_MS, () => resolve(null));
      read(path)
        .then(resolve, () => resolve(null))
        .finally(cancel);
    });
  }

  function reloadOnce(): Promise<void> {
    reading ??= reload().finally(() => {
      reading = null;
    });
    return reading;
  }

  /** Reads it also while nobody uses a token, so that the log shows at once whether a change is right. */
  function watch(): void {
    clock.after(RELOAD_MS, () => void reloadOnce().then(watch));
  }

  const first = await readInTime();
  if (first === null) throw new ConfigError(`Cannot read the file in SIGHTLINE_API_TOKENS_FILE: ${path}`);
  known = { text: null, tokens: [], at: 0 };
  update(first, clock.monotonic());
  watch();
  return {
    async current() {
      if (clock.monotonic() - known.at >= RELOAD_MS) await reloadOnce();
      return known.tokens;
    },
  };
}
