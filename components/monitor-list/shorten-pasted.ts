import { MAX_SEARCH_ENTRIES } from '@/lib/contract/query-parameters';

/**
 * Makes a pasted text a search of at most `longest` characters. Lines and table cells become entries with commas
 * between them; entries that do not fit are left out. A URL that is too long loses its query and fragment, which the
 * search ignores.
 *
 * @returns `notice` says what was cut; null if the search would not use any of it
 */
export function shortenPasted(pasted: string, longest: number) {
  const text = pasted.trim();
  const isTooLong = text.length > longest;
  const entries = text.split(isTooLong ? /[\r\n\t,;]+/ : /[\r\n\t]+/).flatMap((part) => part.trim() || []);
  const [only = '', ...others] = entries;
  if (others.length === 0) {
    const bare = isTooLong && /^\S+$/.test(only) ? only.replace(/[?#].*$/, '') : only;
    const isCut = bare.length > longest;
    return {
      text: bare.slice(0, longest),
      notice: isCut ? `Only the first ${longest} of ${bare.length} characters are searched.` : null,
    };
  }
  const distinct = [...new Set(entries)];
  let kept = distinct.slice(0, 1);
  while (kept.length < distinct.length) {
    const more = distinct.slice(0, kept.length + 1);
    if (more.length > MAX_SEARCH_ENTRIES || more.join(', ').length > longest) break;
    kept = more;
  }
  const isCut = kept.length < distinct.length;
  return {
    text: kept.join(', ').slice(0, longest),
    notice: isCut
      ? `Only the first ${kept.length} of ${distinct.length} entries are searched: at most ${MAX_SEARCH_ENTRIES}, and ${longest} characters. The page Coverage takes whole lists.`
      : null,
  };
}
