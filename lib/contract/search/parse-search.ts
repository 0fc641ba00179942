import { monitorTypes } from '../conditions.ts';
import {
  freeFields,
  isSearchField,
  printDuration,
  readDuration,
  type SearchField,
  searchFields,
} from './search-fields.ts';

/** A part of a text in UTF-16 code units; `to` is exclusive. */
interface Place {
  from: number;
  to: number;
}

type Comparison = '<' | '<=' | '>' | '>=';

/** One word of a search. `isNegated`: it must not match. */
export type SearchAtom = Place & { isNegated: boolean } & (
    | { field: null; text: string; isQuoted: boolean }
    /** A duration is in milliseconds. */
    | { field: SearchField; comparison: null; value: string }
    | { field: SearchField; comparison: Comparison; ms: number }
  );

/** A search matches if all its clauses match. A clause matches if at least one of its atoms matches. */
export type SearchClause = readonly SearchAtom[];

export interface SearchProblem extends Place {
  /** A sentence without its period. */
  message: string;
}

export type ParsedSearch =
  | { all: readonly SearchClause[]; problem: null }
  | { all: null; problem: SearchProblem };

const names = Object.keys(searchFields).join('|');
/** A word: a hyphen, a field, and text in quotes or without spaces. Only a known name is a field. */
const TOKEN = new RegExp(
  `(?<hyphen>-(?=[^\\s-]))?(?:(?<name>${names})(?<operator>:|[<>]=?))?(?:"(?<quoted>[^"]*)"(?=\\s|$)|(?<plain>\\S*))`,
  'iy',
);

/**
 * The addresses in a pasted text: what follows `ssh`, URLs, and hosts with a port. A hyphen before one excludes it, as before
 * any word.
 */
const ADDRESS = new RegExp(
  [
    /(?<=^\s*ssh\s+)[^\s@]+@[^\s<>"|]+/,
    /(?<![\p{L}\p{N}/@-])[a-z][a-z\d+.-]{1,19}:\/\/(?=[^\s/])(?:[^\s/<>"|]*@)?(?:\[[\da-f:.]+\])?[^\s<>"|`[\]]*/u,
    /(?<![\p{L}\p{N}/@.-])(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}_-]+:\d{1,5}(?![\p{L}\p{N}.])(?:\/[^\s<>"|`[\]]*)?/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);
/** What follows an address, but does not belong to it. */
const PUNCTUATION = /[)}'“”‘’»,;.!?:*_~…]+$/;

/** Operators of other search languages, which are refused between two words. Anywhere else they are plain. */
const otherOperators: ReadonlyMap<string, string> = new Map([
  ['AND', 'AND is not needed: a space means it'],
  ['&&', '&& is not needed: a space means it'],
  ['||', '|| is written as OR'],
]);

/**
 * Parses a search: words, "phrases", `field:value`, `field>value`, a hyphen before words that must not match, and OR between
 * two words. OR binds more tightly than a space: `a b OR c` means a and (b or c). Other text is plain words. Never throws.
 *
 * People paste a line of a log, a command or a link with its markup. So a text with addresses and without OR searches only for
 * its addresses and its words with a field. One of the addresses must match.
 */
export function parseSearch(text: string): ParsedSearch {
  const tokens = [...tokensOf(text)];
  const withField = tokens.filter(({ groups }) => groups.name && (groups.quoted ?? groups.plain));
  const found = addressesIn(text, withField);
  const addresses = tokens.some(isOr) ? [] : found;
  const all: SearchAtom[][] = addresses.length === 0 ? [] : [addresses];
  /** The place of an OR that waits for its right side. */
  let or: Place | null = null;
  const words = addresses.length === 0 ? tokens : withField;
  for (const [at, token] of words.entries()) {
    const next = words[at + 1];
    const isBetween = or === null && all.length > 0 && next !== undefined;
    const { plain = '' } = token.groups.name || token.groups.hyphen ? {} : token.groups;
    if (isBetween && otherOperators.has(plain)) return refuse(token.place, otherOperators.get(plain) ?? '');
    if (plain === 'NOT' && next?.groups.name)
      return refuse(token.place, 'NOT is written as a hyphen before the word');
    if (isOr(token)) {
      if (or !== null || all.length === 0) return refuse(token.place, 'OR needs a word on both sides');
      or = token.place;
      continue;
    }
    const atom = found.find((address) => isIn(address, token)) ?? readAtom(token);
    if ('message' in atom) return { all: null, problem: atom };
    if (or === null) all.push([atom]);
    else all.at(-1)?.push(atom);
    or = null;
  }
  return or === null ? { all, problem: null } : refuse(or, 'OR needs a word on both sides');
}

/**
 * Returns the first wrong word of a search; null when it can be searched.
 *
 * @param types the types that monitors have: upstream may send some that are not in the specification
 */
export function searchProblem(q: string, types: Iterable<string>): SearchProblem | null {
  const { all, problem } = parseSearch(q);
  if (problem !== null) return problem;
  const known = new Set<string>([...monitorTypes, ...types]);
  for (const atom of all.flat()) {
    if (atom.field !== 'type' || atom.comparison !== null || known.has(atom.value)) continue;
    return { from: atom.from, to: atom.to, message: `type: needs one of ${monitorTypes.join(', ')}` };
  }
  return null;
}

/** Returns the addresses in a text, each once, that are not the value of a field. */
function addressesIn(text: string, withField: readonly Token[]): SearchAtom[] {
  const found = new Map<string, SearchAtom>();
  for (const { 0: written, index: from } of text.matchAll(ADDRESS)) {
    const address = written.replace(PUNCTUATION, '');
    if (found.has(address) || withField.some((token) => isIn({ from }, token))) continue;
    const to = from + address.length;
    found.set(address, { from, to, isNegated: false, field: null, text: address, isQuoted: false });
  }
  return [...found.values()];
}

/** Returns what a text with addresses searches for, when not all of its words are searched; otherwise null. */
export function searchedPart(text: string): string | null {
  const { all } = parseSearch(text);
  if (all === null) return null;
  const isSearched = (token: Token) => isOr(token) || all.flat().some((atom) => isIn(atom, token));
  return tokensOf(text).every(isSearched) ? null : printSearch(all);
}

const refuse = (place: Place, message: string) => ({ all: null, problem: { ...place, message } });

type Groups = Partial<Record<'hyphen' | 'name' | 'operator' | 'quoted' | 'plain', string>>;

interface Token {
  place: Place;
  groups: Groups;
}

const isIn = ({ from }: Pick<Place, 'from'>, { place }: Token) => place.from <= from && from < place.to;

const isOr = ({ groups }: Token) => groups.plain === 'OR' && !groups.hyphen && !groups.name;

function* tokensOf(text: string): Generator<Token> {
  let from = text.search(/\S/);
  while (from !== -1 && from < text.length) {
    TOKEN.lastIndex = from;
    const { 0: token = '', groups = {} } = TOKEN.exec(text) ?? {};
    const to = from + token.length;
    yield { place: { from, to }, groups };
    const next = text.slice(to).search(/\S/);
    from = next === -1 ? -1 : to + next;
  }
}

function readAtom({ place, groups }: Token): SearchAtom | SearchProblem {
  const { hyphen, name, operator, quoted, plain } = groups;
  const wrong = (message: string) => ({ ...place, message });
  const typed = quoted ?? plain ?? '';
  if (/^"[^"]*$/.test(plain ?? '')) return wrong('A quote is not closed');
  const isNegated = hyphen !== undefined;
  if (name === undefined) {
    if (typed === '') return wrong('There is nothing between the quotes');
    return { ...place, isNegated, field: null, text: typed, isQuoted: quoted !== undefined };
  }
  const field = name.toLowerCase();
  if (!isSearchField(field)) throw new Error(`unknown field ${field}`);
  const { pattern, rule, example } = searchFields[field];
  const value = inCaseOf(field, typed);
  if (value === '') return wrong(`${field} needs a value, such as ${example}`);
  const isAge = 'isAge' in searchFields[field] ? searchFields[field].isAge : null;
  const ms = isAge === null ? null : readDuration(value);
  if (!pattern.test(value)) return wrong(`${field}${operator} needs ${rule}`);
  if (operator === '<' || operator === '<=' || operator === '>' || operator === '>=') {
    if (ms === null)
      return wrong(
        isAge === null
          ? `${field} needs a colon, such as ${example}`
          : `${field}${operator} needs a duration`,
      );
    return { ...place, isNegated, field, comparison: operator, ms };
  }
  if (isAge === true) return wrong(`${field} needs < or >, such as ${example}`);
  return { ...place, isNegated, field, comparison: null, value: ms === null ? value : String(ms) };
}

/** Writes a value of a field that has a fixed spelling in it, as it can be typed in any case. */
function inCaseOf(field: SearchField, typed: string): string {
  if (field === 'method')
    return /^(default|unknown)$/i.test(typed) ? typed.toLowerCase() : typed.toUpperCase();
  const isKnownType = field === 'type' && monitorTypes.some((type) => type === typed.toLowerCase());
  return freeFields.includes(field) && !isKnownType ? typed : typed.toLowerCase();
}

/** The search fields that the monitor of a change has. */
export const changesFields: readonly SearchField[] = ['name', 'target', 'type', 'region'];

/** Parses a search of changes, which has fewer fields. */
export function parseChangesSearch(text: string): ParsedSearch {
  const parsed = parseSearch(text);
  for (const { field, from, to } of parsed.all?.flat() ?? []) {
    if (field === null || changesFields.includes(field)) continue;
    const message = `${field} cannot be used in a search of changes, only ${changesFields.join(', ')} can`;
    return { all: null, problem: { from, to, message } };
  }
  return parsed;
}

/** Writes one word. */
function printAtom(atom: SearchAtom): string {
  const hyphen = atom.isNegated ? '-' : '';
  if (atom.field === null) return `${hyphen}${atom.isQuoted ? `"${atom.text}"` : atom.text}`;
  if (atom.comparison !== null) return `${hyphen}${atom.field}${atom.comparison}${printDuration(atom.ms)}`;
  const isDuration = 'isAge' in searchFields[atom.field] && /^\d+$/.test(atom.value);
  return `${hyphen}${atom.field}:${isDuration ? printDuration(Number(atom.value)) : /\s/.test(atom.value) ? `"${atom.value}"` : atom.value}`;
}

/** Writes a search so that `parseSearch` reads the same. */
export function printSearch(all: readonly SearchClause[]): string {
  return all.map((any) => any.map(printAtom).join(' OR ')).join(' ');
}
