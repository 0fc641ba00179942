import 'server-only';
import { createHash, randomBytes } from 'node:crypto';

/** A prefix by which scanners find tokens that were published by mistake. */
const PREFIX = 'sightline_';
/** The prefix and 256 bits in base64url. */
const pattern = /^sightline_[\w-]{43}$/;

/** What a name of a token may be: it appears in the log. */
export const tokenName = /^[A-Za-z0-9][\w.-]{0,39}$/;

/** Returns a new token: 256 random bits, which nobody can guess, so that a fast hash is enough (ADR 0036). */
export function createToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** Whether a text can be a token at all. */
export function isToken(text: string): boolean {
  return pattern.test(text);
}

/** Returns the SHA-256 of a token, 32 bytes. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the line of a token for SIGHTLINE_API_TOKENS_FILE. @param name matches `tokenName` */
export function lineOfToken(name: string, token: string): string {
  return `${name} sha256:${hashOfToken(token).toString('hex')}`;
}

/** Returns what follows `Bearer` in the header `Authorization`; null for every other header. */
export function bearerOf(authorization: string | null): string | null {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}
