import 'server-only';
import { domainToUnicode } from 'node:url';
import { type Condition, conditions } from '../../contract/conditions.ts';
import { foldText } from '../../fold-text.ts';
import type { Profiles } from './facet-profiles.ts';
import type { InventoryIndex } from './inventory-index.ts';
import { addressOfTarget, isSameAddress } from './pasted-address.ts';
import { readSearchTerms, type SearchTerm } from './search-terms.ts';

/** The words that find a condition. */
const conditionWords: Record<Condition, readonly string[]> = {
  down: ['down'],
  overdue: ['overdue'],
  pending: ['pending', 'never', 'checked'],
  up: ['up'],
  inactive: ['inactive'],
};

/** The place where a word matches, best first. */
const IN_NAME = 0;
const IN_TARGET = 1;
const ELSEWHERE = 2;
const IN_UUID = 3;
const NOWHERE = -1;

/** The rank of a row, 0 is best; NOWHERE when it does not match. */
type Rank = (row: number) => number;

/** A search of the rows of an index. */
export interface Search {
  finds(row: number): boolean;
  /** The rank of a matching row, smaller is better: 0 when all words match in the name. */
  rankOf: Rank;
}

/**
 * Creates a search. Each word must occur in the name, the target with port or the regions, or be the row's type or
 * condition. A pasted address finds the monitors that check it, in any notation. Null when the text has no words.
 */
export function createSearch(index: InventoryIndex, q: string): Search | null {
  // The longest word first, because it usually matches the fewest rows.
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
  const matchesProfile = profilesMatching(profiles, text);
  const addressRows = rowsWithAddress(index, term);
  return (row) => {
    const place = placeOf(searchTexts[row] ?? '', text);
    // If some monitor checks exactly the pasted address, texts that merely contain it do not match.
    if (place === IN_NAME || (place !== NOWHERE && addressRows.size === 0)) return place;
    if (addressRows.has(row)) return IN_TARGET;
    if (matchesProfile[profiles.profileOfRow[row] ?? -1] === 1) return ELSEWHERE;
    if (uuidPart !== null && snapshot.monitors[row]?.monitor_uuid.toLowerCase().includes(uuidPart))
      return IN_UUID;
    return NOWHERE;
  };
}

/** Returns the place of the first occurrence of a word in a search text. */
function placeOf(searchText: string, word: string): number {
  const position = searchText.indexOf(word);
  if (position === -1) return NOWHERE;
  const endOfName = searchText.indexOf('\n');
  if (position < endOfName) return IN_NAME;
  const endOfTarget = searchText.indexOf('\n', endOfName + 1);
  return endOfTarget === -1 || position < endOfTarget ? IN_TARGET : ELSEWHERE;
}

/** Returns 1 for each profile whose type or condition is the word, or that is in maintenance for "maintenance". */
function profilesMatching({ all }: Profiles, word: string): Uint8Array {
  const matchingConditions: readonly string[] = conditions.filter((condition) =>
    conditionWords[condition].includes(word),
  );
  return Uint8Array.from(all, ({ type, condition, maintenance_mode }) => {
    const matchesProfile =
      type.some((value) => foldText(value) === word) ||
      condition.some((value) => matchingConditions.includes(value)) ||
      (word === 'maintenance' && maintenance_mode[0] === 'true');
    return matchesProfile ? 1 : 0;
  });
}

const noRows: ReadonlySet<number> = new Set();
/** Matches all texts that contain an IP address, and some others. */
const HAS_IP = /\d(?:\.\d+){3}|:[\da-f]*:/;

/** Returns the rows that check the address or network of a term. Parses only targets that may match. */
function rowsWithAddress({ snapshot, searchTexts }: InventoryIndex, term: SearchTerm): ReadonlySet<number> {
  const { address, network } = term;
  if (address === null && network === null) return noRows;
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

/** The ASCII and the Unicode form of an international host name. */
function spellingsOf(host: string): string[] {
  return [...new Set([host, foldText(domainToUnicode(host) || host)])];
}
