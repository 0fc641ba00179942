import 'server-only';

const BASE = 'http://here.invalid';
const LENGTH_MAX = 2000;

/**
 * Returns the path to open after signing in. Accepts only a path that browsers resolve to this origin and
 * that belongs to a page; anything else is replaced by the list.
 */
export function nextPath(requested: string | null | undefined): string {
  const fallback = '/monitors';
  if (!requested || requested.length > LENGTH_MAX || !requested.startsWith('/')) return fallback;
  // Browsers treat a backslash as a slash, and drop tabs and line breaks: "/\t/evil.example" is another host.
  if (/[\\\p{Cc}]/u.test(requested) || requested.startsWith('//')) return fallback;
  if (!URL.canParse(requested, BASE)) return fallback;
  const url = new URL(requested, BASE);
  if (url.origin !== BASE || url.pathname.startsWith('//')) return fallback;
  if (/^\/(api|login|_next)(\/|$)/.test(url.pathname)) return fallback;
  return `${url.pathname}${url.search}`;
}
