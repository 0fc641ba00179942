import 'server-only';
import { createHash, randomBytes } from 'node:crypto';

/** A prefix with which scanners find tokens that were published by mistake. */
const PREFIX = 'sightline_';
/** The allowed names of tokens. They appear in the log. */
export const tokenName = /^[A-Za-z0-9][\w.-]{0,39}$/;

/** Returns a new token: 256 random bits. Nobody can guess them, so that a fast hash is enough (ADR 0036). */
export function createToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a token, in hex. The server knows only this hash. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns what follows `Bearer` in the header `Authorization`; null for every other header. */
export function bearerOf(authorization: string | null): string | null {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * Returns the line of a token for SIGHTLINE_API_TOKENS_FILE.
 *
 * @param name matches `tokenName`
 * @param view the query of the wall or feed that the token opens, encoded as in a URL; null: the token is for scripts
 * @param use what the token opens if it has a view
 */
export function lineOfToken(
  name: string,
  token: string,
  view: string | null = null,
  use: 'wall' | 'feed' = 'wall',
): string {
  const line = `${name} sha256:${hashOfToken(token)}`;
  return view === null ? line : `${line} ${use} ${view}`.trimEnd();
}
