import 'server-only';
import { createHash } from 'node:crypto';

/** Strong entity tag of a body: equal bodies, equal tags. */
export function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Whether an `If-None-Match` header names this tag (RFC 9110, 13.1.2: weak comparison, a list, or `*`). */
export function matchesTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((part) => {
    const candidate = part.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === tag;
  });
}
