import 'server-only';
import { hash } from 'node:crypto';

/** A response body: the value for pages, its bytes and their entity tag for routes. */
export interface EtaggedBody<T> {
  body: T;
  bytes: Uint8Array<ArrayBuffer>;
  /** Strong, with its quotes: the first 27 base64url digits of the SHA-256. */
  tag: string;
}

/** Text is sent as it is, everything else as JSON. */
export function etaggedBody<T>(body: T): EtaggedBody<T> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const tag = `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
  return { body, bytes: new TextEncoder().encode(text), tag };
}

/** Whether an `If-None-Match` header matches this tag (RFC 9110, 13.1.2: weak comparison, a list, or `*`). */
export function matchesTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((part) => {
    const candidate = part.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === tag;
  });
}
