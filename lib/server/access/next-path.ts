import 'server-only';

const HERE = 'http://here.invalid';
const LONGEST = 2000;

/**
 * Where to go after signing in. Only a path of this very origin is taken, as the browser would read it; anything else
 * becomes the list. Never an address of ours that is no page.
 */
export function nextPath(wanted: string | null | undefined): string {
  const usual = '/monitors';
  if (!wanted || wanted.length > LONGEST || !wanted.startsWith('/')) return usual;
  // Browsers read a backslash as a slash, and drop tabs and line breaks: "/\t/evil.example" is another host.
  if (/[\\\p{Cc}]/u.test(wanted) || wanted.startsWith('//')) return usual;
  if (!URL.canParse(wanted, HERE)) return usual;
  const url = new URL(wanted, HERE);
  if (url.origin !== HERE || url.pathname.startsWith('//')) return usual;
  if (/^\/(api|login|_next)(\/|$)/.test(url.pathname)) return usual;
  return `${url.pathname}${url.search}`;
}
