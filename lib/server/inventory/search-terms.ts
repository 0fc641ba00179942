import 'server-only';
import ipaddr from 'ipaddr.js';
import { foldText } from '../../fold-text.ts';
import { type Address, isIpAddress, readPastedAddress } from './pasted-address.ts';

/** One word of a search, and what it means besides its letters. */
export interface SearchTerm {
  /** As it was typed, in lower case. */
  word: string;
  /** Folded, as it is looked for. */
  text: string;
  /** What it spells, when it was pasted from a browser, a terminal or a log. */
  address: Address | null;
  /** The IP addresses it stands for: `10.1.0.0/16`. */
  network: Network | null;
  /** The UUID, or the part of one, in it. A part has at least eight digits: fewer occur in many by chance. */
  uuidPart: string | null;
}

/** Tells whether a host is an IP address of the network. */
type Network = (host: string) => boolean;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;
/** As some programs write it, and not as a part of a longer digest. */
const UUID_WITHOUT_DASHES =
  /(?<![\da-f])([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})(?![\da-f])/;
const PART_OF_UUID = /^(?=(?:-*[\da-f]){8})[\da-f-]+$/;

/** As it is copied from a terminal: the address follows. */
const SSH_COMMAND = /^\s*ssh\s+(?=[^\s@]+@)/;

/**
 * The words of a search, all of which must be met, each once, in their order, without the `ssh` before `user@host`. Any
 * text has a meaning; none throws.
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

/** Addresses are read from the word as it was typed: größe.example is another host than grosse.example. */
function readTerm(word: string, text: string): SearchTerm {
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
  const whole = UUID.exec(text)?.[0] ?? UUID_WITHOUT_DASHES.exec(text)?.slice(1).join('-');
  return whole ?? PART_OF_UUID.exec(text)?.[0] ?? null;
}

function readNetwork(text: string): Network | null {
  // Shortened forms are refused: to most programs 10.1/16 means 10.0.0.1, and to most people 10.1.0.0.
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(text) && !ipaddr.IPv6.isValidCIDR(text)) return null;
  const [network, bits] = ipaddr.parseCIDR(text);
  return (host) => {
    if (!isIpAddress(host)) return false;
    const address = ipaddr.parse(host);
    return address.kind() === network.kind() && address.match(network, bits);
  };
}

/**
 * The searches to offer where this one finds nothing, the narrowest first: the same without the path of what was
 * pasted, then without its port. Empty when nothing with a path or a port was pasted.
 */
export function widerSearches(q: string): { q: string; host: string; dropped: 'path' | 'port' }[] {
  const terms = readSearchTerms(q);
  const pasted = terms.find(({ address }) => address?.path || address?.port);
  if (!pasted?.address) return [];
  const { host, port, path } = pasted.address;
  const name = host.includes(':') ? `[${host}]` : host;
  const withWord = (other: string) => terms.map((term) => (term === pasted ? other : term.word)).join(' ');
  return [
    ...(path
      ? [{ q: withWord(`${name}${port === null ? '' : `:${port}`}/`), host, dropped: 'path' as const }]
      : []),
    ...(port === null ? [] : [{ q: withWord(`${name}/`), host, dropped: 'port' as const }]),
  ];
}
