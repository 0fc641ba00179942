import 'server-only';
import { isSettingFacet } from '../../../contract/inventory-query.ts';
import type { SearchAtom } from '../../../contract/search/parse-search.ts';
import type { SearchField } from '../../../contract/search/search-fields.ts';
import { facetOfWord } from '../../../contract/search/word-filters.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import { matchLists, UNKNOWN } from './facets.ts';
import type { IndexedMonitor, InventoryIndex } from './inventory-index.ts';

/** A word with a field. Those with `name`, `target` and `description` are searched as texts. */
type FieldAtom = Exclude<SearchAtom, { field: null }>;

/**
 * Returns whether a monitor matches a word with a field, at the time of the snapshot. A filter with the same meaning finds the same
 * monitors. An unknown number or setting matches neither the word nor its negation.
 */
export function matchField(
  atom: FieldAtom,
  { facets, snapshot }: InventoryIndex,
): (row: IndexedMonitor) => boolean {
  const { field, isNegated } = atom;
  if (atom.comparison !== null) {
    const matches = comparisons[atom.comparison];
    return (row) => {
      const [least, most] = durationOf(row, field, snapshot.asOf);
      if (Number.isNaN(least)) return false;
      const isMatch = matches(least, atom.ms);
      return isMatch === matches(most, atom.ms) && isMatch !== isNegated;
    };
  }
  const { value } = atom;
  const facet = facetOfWord(atom);
  if (facet !== null) {
    const isSetting = isSettingFacet(facet.facet);
    const matches = matchLists(facets[facet.facet], (values) => {
      if (values.includes(facet.value)) return !isNegated;
      return isNegated && !(isSetting && values.includes(UNKNOWN));
    });
    return ({ place }) => matches(place);
  }
  if (field === 'code') {
    const matches = matchLists(facets.expected_status_codes, (codes) => {
      const isOfClass = codes.some((code) => /^\d{3}$/.test(code) && code[0] === value[0]);
      return !codes.includes(UNKNOWN) && isOfClass !== isNegated;
    });
    return ({ place }) => matches(place);
  }
  return ({ monitor, address }) => {
    const known = field === 'port' ? (address?.port ?? monitor.port) : intervalOf(monitor);
    return known !== null && (known === Number(value)) !== isNegated;
  };
}

const comparisons = {
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
};

type DurationBounds = readonly [least: number, most: number];

const exactly = (ms: number | null | undefined): DurationBounds => {
  const known = ms ?? Number.NaN;
  return [known, known];
};

/** Returns the bounds of a duration of a monitor, ms; NaN: not known. @param asOf epoch ms */
function durationOf(
  { monitor, since, checkedAt }: IndexedMonitor,
  field: SearchField,
  asOf: number,
): DurationBounds {
  if (field === 'response') return exactly(monitor.last_response_time_ms);
  if (field === 'timeout') return exactly(monitor.timeout_ms);
  if (field === 'interval') return exactly(intervalOf(monitor));
  if (field === 'checked') return exactly(asOf - checkedAt);
  // A condition whose beginning was not seen may have begun at any time before.
  return isBeginningKnown(monitor) ? exactly(asOf - since) : [asOf - since, Number.POSITIVE_INFINITY];
}

const intervalOf = ({ interval }: InventoryMonitor) => (interval === null ? null : interval * 1000);

/** Whether the beginning of the condition is known. The API tells it of `pending` and `overdue`, Sightline's crawls of the others. */
function isBeginningKnown({ condition, changed_at, created_at, last_check_at }: InventoryMonitor): boolean {
  const isTold =
    (condition === 'pending' && created_at !== null) || (condition === 'overdue' && last_check_at !== null);
  return changed_at !== null || isTold;
}
