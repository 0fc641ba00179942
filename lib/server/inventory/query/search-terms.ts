import 'server-only';
import { foldText } from '../../../text/fold-text.ts';
import { readNetwork } from './ip-address.ts';
import { type Address, readPastedAddress } from './pasted-address.ts';

/** One word or phrase of a search, and its possible meanings. */
export interface SearchTerm {
  /** The folded word, which is searched. */
  text: string;
  /** The address, if the word is one (pasted from a browser, a terminal or a log). */
  address: Address | null;
  /** The network, if the word is one in CIDR notation (`10.1.0.0/16`): the beginning of the bits of its addresses. */
  network: string | null;
  /** The digits of a part of a UUID, at least eight, because fewer occur by chance, or of a complete UUID in the word. */
  uuidPart: string | null;
}

/** A host with a dot in it, which may have a port and a path, with brackets, quotes or punctuation around it. */
const WRAPPED_HOST =
  /^[<([{"'`“‘«]*(?<host>(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}_-]+(?::\d+)?(?:\/\S*?)?)[>)\]}"'`”’»,;.!?]*$/u;

/**
 * Parses one word, which may be a phrase with spaces. Addresses are parsed from the unfolded word, because größe.example and
 * grosse.example are different hosts. Never throws.
 */
export function readTerm(written: string): SearchTerm {
  const typed = written.normalize('NFC').toLowerCase();
  const word = WRAPPED_HOST.exec(typed)?.groups?.host ?? typed;
  const text = foldText(word);
  const network = readNetwork(text);
  return {
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
