import 'server-only';

const FALLBACK = '/monitors';
const BASE = 'http://here.invalid';
const LENGTH_MAX = 2000;

/**
 * Returns the path to open after signing in. Accepts only a path that browsers resolve to this origin and
 * that belongs to a page; anything else is replaced by the list.
 */
export function nextPath(requested: string | null | undefined): string {
  if (!requested || requested.length > LENGTH_MAX || !requested.startsWith('/')) return FALLBACK;
  // Browsers treat a backslash as a slash, and drop tabs and line breaks: "/\t/evil.example" is another host.
  if (/[\\\p{Cc}]/u.test(requested)) return FALLBACK;
  const url = URL.parse(requested, BASE);
  if (url?.origin !== BASE || /^\/(\/|(api|login|_next)(\/|$))/.test(url.pathname)) return FALLBACK;
  return `${url.pathname}${url.search}`;
}
