/**
 * Shortens a pasted text to `longest` characters. A URL that is too long loses its query and fragment, which
 * the search ignores.
 */
export function shortenPasted(pasted: string, longest: number): string {
  const text = pasted.trim();
  const bare = /^\S+$/.test(text) ? text.replace(/[?#].*$/, '') : text;
  return (text.length <= longest ? text : bare).slice(0, longest);
}
