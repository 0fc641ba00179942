import 'server-only';
import { domainToUnicode } from 'node:url';
import { type Condition, conditions } from '../../contract/conditions.ts';
import { foldText } from '../../fold-text.ts';
import type { Profiles } from './facet-profiles.ts';
import type { InventoryIndex } from './inventory-index.ts';
import { addressOfTarget, isSameAddress } from './pasted-address.ts';
import { readSearchTerms, type SearchTerm } from './search-terms.ts';

/** What a person calls a condition. */
const conditionWords: Record<Condition, readonly string[]> = {
  down: ['down'],
  overdue: ['overdue'],
  pending: ['pending', 'never', 'checked'],
  up: ['up'],
  inactive: ['inactive'],
};

/** Where a word was met, the best first. */
const IN_NAME = 0;
const IN_TARGET = 1;
const ELSEWHERE = 2;
const IN_UUID = 3;
const NOWHERE = -1;

/** How well a row fits: 0 best; NOWHERE when it does not. */
type Rank = (row: number) => number;

/** What a search asks of a row of the index. */
export interface Search {
  finds(row: number): boolean;
  /** Of a row that is found: the smaller, the better. All words in the name make 0. */
  rankOf: Rank;
}

/**
 * Makes a search of the index. Each word must occur in name, target with its port, or regions, or be the row's type or
 * condition; a pasted address finds what checks it, however either is written. Null when the text has no words.
 */
export function createSearch(index: InventoryIndex, q: string): Search | null {
  // The longest first: it leaves the fewest rows to look through for the others.
  const terms = readSearchTerms(q).sort((a, b) => b.text.length - a.text.length);
  const ranks = terms.map((term) => rankBy(index, term));
  if (ranks.length === 0) return null;
  return {
    finds: (row) => {
      for (const rank of ranks) if (rank(row) === NOWHERE) return false;
      return true;
    },
    rankOf: (row) => ranks.reduce((sum, rank) => sum + rank(row), 0),
  };
}

function rankBy(index: InventoryIndex, term: SearchTerm): Rank {
  const { searchTexts, profiles, snapshot } = index;
  const { text, uuidPart } = term;
  const isNamed = profilesNamed(profiles, text);
  const addressed = rowsAddressed(index, term);
  return (row) => {
    const place = placeIn(searchTexts[row] ?? '', text);
    // Where something checks just what was pasted, what merely begins like it is beside the point.
    if (place === IN_NAME || (place !== NOWHERE && addressed.size === 0)) return place;
    if (addressed.has(row)) return IN_TARGET;
    if (isNamed[profiles.numberOf[row] ?? -1] === 1) return ELSEWHERE;
    if (uuidPart !== null && snapshot.monitors[row]?.monitor_uuid.toLowerCase().includes(uuidPart))
      return IN_UUID;
    return NOWHERE;
  };
}

/** Where a word first occurs in a search text. */
function placeIn(searchText: string, word: string): number {
  const at = searchText.indexOf(word);
  if (at === -1) return NOWHERE;
  const endOfName = searchText.indexOf('\n');
  if (at < endOfName) return IN_NAME;
  const endOfTarget = searchText.indexOf('\n', endOfName + 1);
  return endOfTarget === -1 || at < endOfTarget ? IN_TARGET : ELSEWHERE;
}

/** For each profile 1 when the word is its type, its condition, or "maintenance" and it is in it. */
function profilesNamed({ all }: Profiles, word: string): Uint8Array {
  const named: readonly string[] = conditions.filter((condition) => conditionWords[condition].includes(word));
  return Uint8Array.from(all, ({ type, condition, maintenance_mode }) => {
    const isNamed =
      type.some((value) => foldText(value) === word) ||
      condition.some((value) => named.includes(value)) ||
      (word === 'maintenance' && maintenance_mode[0] === 'true');
    return isNamed ? 1 : 0;
  });
}

const nothing: ReadonlySet<number> = new Set();
/** Four numbers with dots, or two colons with at most hexadecimal digits between: targets with an IP address have it. */
const HAS_IP = /\d(?:\.\d+){3}|:[\da-f]*:/;

/** The rows that check the address or the network that a word spells. Targets are parsed only where it can be. */
function rowsAddressed({ snapshot, searchTexts }: InventoryIndex, term: SearchTerm): ReadonlySet<number> {
  const { address, network } = term;
  if (address === null && network === null) return nothing;
  const hosts = address === null || address.host.includes(':') ? null : spellingsOf(address.host);
  const rows = new Set<number>();
  for (const [row, text] of searchTexts.entries()) {
    if (hosts ? !hosts.some((host) => text.includes(host)) : !HAS_IP.test(text)) continue;
    const monitor = snapshot.monitors[row];
    const checked = monitor ? addressOfTarget(monitor) : null;
    if (checked === null) continue;
    if (network?.(checked.host) || (address && isSameAddress(address, checked))) rows.add(row);
  }
  return rows;
}

/** An international name as a URL carries it, and as people write it. */
function spellingsOf(host: string): string[] {
  return [...new Set([host, foldText(domainToUnicode(host) || host)])];
}
