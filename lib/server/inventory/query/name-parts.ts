import 'server-only';
import { type NamePart, nameParts } from '../../../contract/groups.ts';

/** The separators to try. Those that people write on purpose come before those that occur in any name. */
const separators = [
  ' / ',
  ' – ',
  ' — ',
  ' - ',
  ' | ',
  ' · ',
  ', ',
  ': ',
  '/',
  '|',
  '_',
  '.',
  '-',
  ' ',
] as const;
/** The share of names that must contain a separator. */
const LEAST_SHARE = 0.25;
const SUGGESTIONS_MAX = 6;

/** A way to group by name: how many groups there are, and the first of them. */
export interface NamePartSuggestion {
  separator: string;
  part: NamePart;
  groups: number;
  example: string;
}

/** Returns the part of a name; '' when the name does not contain the separator. @param separator null: the whole name */
export function partOfName(name: string, separator: string | null, part: NamePart): string {
  if (separator === null) return name;
  const at = part === 'before' ? name.indexOf(separator) : name.lastIndexOf(separator);
  if (at === -1) return '';
  return (part === 'before' ? name.slice(0, at) : name.slice(at + separator.length)).trim();
}

/** Returns the parts of the names that divide them into groups of two or more on average. The first is the best. */
export function suggestNameParts(names: readonly string[]): NamePartSuggestion[] {
  const found: NamePartSuggestion[] = [];
  for (const separator of separators) {
    const separated = names.filter((name) => name.includes(separator));
    if (separated.length < 2 || separated.length < LEAST_SHARE * names.length) continue;
    const ways = nameParts.flatMap((part): NamePartSuggestion[] => {
      const groups = new Set(separated.map((name) => partOfName(name, separator, part)));
      groups.delete('');
      const [example] = groups;
      const isUseful = groups.size >= 2 && groups.size <= separated.length / 2;
      return isUseful && example !== undefined ? [{ separator, part, groups: groups.size, example }] : [];
    });
    found.push(...ways.sort((a, b) => a.groups - b.groups));
  }
  return found.slice(0, SUGGESTIONS_MAX);
}
