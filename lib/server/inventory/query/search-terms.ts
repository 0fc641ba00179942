import 'server-only';
import { MAX_SEARCH_ENTRIES } from '../../../contract/query-parameters.ts';
import { isPlain, parseSearch } from '../../../contract/search/parse-search.ts';
import { foldText } from '../../../text/fold-text.ts';
import { readNetwork } from './ip-address.ts';
import { type Address, readPastedAddress } from './pasted-address.ts';

/** One word of a search, and its possible meanings. */
export interface SearchTerm {
  /** As typed, in lower case. */
  word: string;
  /** The folded word, which is searched. */
  text: string;
  /** The address, if the word is one (pasted from a browser, a terminal or a log). */
  address: Address | null;
  /** The network, if the word is one in CIDR notation (`10.1.0.0/16`): the beginning of the bits of its addresses. */
  network: string | null;
  /** The digits of a part of a UUID, at least eight, because fewer occur by chance, or of a complete UUID in the word. */
  uuidPart: string | null;
}

/** A command copied from a terminal, which is followed by the address. */
const SSH_COMMAND = /^\s*ssh\s+(?=[^\s@]+@)/;

/**
 * Parses a search into its distinct words, in order. A monitor must match all of them. `ssh` before `user@host` is
 * omitted. Never throws.
 */
export function readSearchTerms(q: string): SearchTerm[] {
  const words = new Map<string, string>();
  const typed = q.normalize('NFC').toLowerCase().replace(SSH_COMMAND, '');
  for (const word of typed.split(/\s+/).filter(Boolean)) {
    const text = foldText(word);
    if (!words.has(text)) words.set(text, word);
  }
  return Array.from(words, ([text, word]) => readTerm(word, text));
}

/** Returns the alternatives of a search that is a list; empty when it is none. */
export function alternativesOf(q: string): string[] {
  const parts = [...new Set(q.split(/[,;]/).flatMap((part) => part.trim() || []))];
  return parts.length > 1 && parts.length <= MAX_SEARCH_ENTRIES ? parts : [];
}

/**
 * Parses one word, which may be a phrase with spaces. Addresses are parsed from the unfolded word, because größe.example and
 * grosse.example are different hosts.
 *
 * @param word in lower case
 */
export function readTerm(word: string, text = foldText(word)): SearchTerm {
  const network = readNetwork(text);
  return {
    word,
    text,
    network,
    address: network ? null : readPastedAddress(word),
    uuidPart: uuidPartOf(text),
  };
}

function uuidPartOf(text: string): string | null {
  const isPart = /^[\da-f-]+$/.test(text);
  const digits = (isPart ? text : (/[\da-f-]{32,}/.exec(text)?.[0] ?? '')).replaceAll('-', '');
  return digits.length >= (isPart ? 8 : 32) ? digits : null;
}

/**
 * Returns the searches to suggest when a search finds nothing, narrowest first: without the path of the pasted address,
 * then without its port. Empty when there is no address with a path or a port, for a list, and for words with a meaning.
 */
export function widerSearches(q: string): { q: string; host: string; dropped: 'path' | 'port' }[] {
  const terms = isPlainSearch(q) && alternativesOf(q).length === 0 ? readSearchTerms(q) : [];
  const pasted = terms.find(({ address }) => address?.path || address?.port);
  if (!pasted?.address) return [];
  const { host, port, path } = pasted.address;
  const name = host.includes(':') ? `[${host}]` : host;
  const withWord = (other: string) => terms.map((term) => (term === pasted ? other : term.word)).join(' ');
  const wider = [
    ...(path
      ? [{ q: withWord(`${name}${port === null ? '' : `:${port}`}/`), host, dropped: 'path' as const }]
      : []),
    ...(port === null ? [] : [{ q: withWord(`${name}/`), host, dropped: 'port' as const }]),
  ];
  // Without its scheme, the host `port` with a port would be a field.
  return wider.filter((one) => isPlainSearch(one.q));
}

function isPlainSearch(q: string): boolean {
  const { all } = parseSearch(q);
  return all !== null && isPlain(all);
}
