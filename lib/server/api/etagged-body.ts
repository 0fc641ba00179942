import 'server-only';
import { hash } from 'node:crypto';

/** A response body: the object for pages, its JSON bytes and their entity tag for routes. */
export interface EtaggedBody<T> {
  body: T;
  bytes: Uint8Array<ArrayBuffer>;
  /** Strong, with its quotes: the first 27 base64url digits of the SHA-256. */
  tag: string;
}

export function etaggedBody<T>(body: T): EtaggedBody<T> {
  return { ...etaggedText(JSON.stringify(body)), body };
}

/** A body that is text as it is. */
export function etaggedText(text: string): EtaggedBody<string> {
  const tag = `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
  return { body: text, bytes: new TextEncoder().encode(text), tag };
}

/** Whether an `If-None-Match` header matches this tag (RFC 9110, 13.1.2: weak comparison, a list, or `*`). */
export function matchesTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((part) => {
    const candidate = part.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === tag;
  });
}
