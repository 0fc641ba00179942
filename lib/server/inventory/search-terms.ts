import 'server-only';
import ipaddr from 'ipaddr.js';
import { type Address, isIpAddress, readPastedAddress } from './pasted-address.ts';

/** One word of a search, folded, and what it means besides its letters. */
export interface SearchTerm {
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

const BEYOND_ASCII = /\P{ASCII}/u;
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;
const PART_OF_UUID = /^(?=(?:-*[\da-f]){8})[\da-f-]+$/;

/**
 * The text as it is searched: composed (NFC), so that an accent typed in two code points matches one, lower case, and
 * with one form of the Greek sigma, whose lower case depends on where it stands.
 */
export function foldText(text: string): string {
  const lower = (BEYOND_ASCII.test(text) ? text.normalize('NFC') : text).toLowerCase();
  return lower.replaceAll('ς', 'σ');
}

/** The words of a search, all of which must be met, each once, in their order. Any text has a meaning; none throws. */
export function readSearchTerms(q: string): SearchTerm[] {
  const words = new Set(foldText(q).split(/\s+/).filter(Boolean));
  return Array.from(words, readTerm);
}

function readTerm(text: string): SearchTerm {
  const network = readNetwork(text);
  return {
    text,
    network,
    address: network ? null : readPastedAddress(text),
    uuidPart: UUID.exec(text)?.[0] ?? PART_OF_UUID.exec(text)?.[0] ?? null,
  };
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
  const withWord = (word: string) => terms.map(({ text }) => (text === pasted.text ? word : text)).join(' ');
  return [
    ...(path
      ? [{ q: withWord(`${name}${port === null ? '' : `:${port}`}/`), host, dropped: 'path' as const }]
      : []),
    ...(port === null ? [] : [{ q: withWord(`${name}/`), host, dropped: 'port' as const }]),
  ];
}
