import 'server-only';
import { createHash, randomBytes } from 'node:crypto';

/** A prefix by which scanners find tokens that were published by mistake. */
const PREFIX = 'sightline_';
/** What a name of a token may be: it appears in the log. */
export const tokenName = /^[A-Za-z0-9][\w.-]{0,39}$/;

/** Returns a new token: 256 random bits, which nobody can guess, so that a fast hash is enough (ADR 0036). */
export function createToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a token, in hex: all that the server knows of it. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns what follows `Bearer` in the header `Authorization`; null for every other header. */
export function bearerOf(authorization: string | null): string | null {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** Returns the line of a token for SIGHTLINE_API_TOKENS_FILE. @param name matches `tokenName` */
export function lineOfToken(name: string, token: string): string {
  return `${name} sha256:${hashOfToken(token)}`;
}

/**
 * Parses SIGHTLINE_API_TOKENS_FILE: lines of `lineOfToken`, blank lines, and comments that begin with `#`.
 *
 * @returns `tokens`: the names by hash; `wrong`: lines that are ignored. They may contain a secret, so that only their numbers
 *   (from 1) and the reasons are reported
 */
export function parseTokenFile(text: string) {
  const tokens = new Map<string, string>();
  const names = new Set<string>();
  const wrong: { line: number; reason: string }[] = [];
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const [index, line] of lines.entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const [, name = '', digits = ''] = /^(\S+)\s+sha256:([\da-f]{64})$/i.exec(content) ?? [];
    const hash = digits.toLowerCase();
    const refuse = (reason: string) => wrong.push({ line: index + 1, reason });
    if (!tokenName.test(name)) refuse('not a name and sha256:<64 hex digits>');
    else if (names.has(name)) refuse('name given twice');
    else if (tokens.has(hash)) refuse('token given twice');
    else {
      names.add(name);
      tokens.set(hash, name);
    }
  }
  return { tokens, wrong };
}
