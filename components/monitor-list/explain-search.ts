import { parseSearch, searchedPart } from '@/lib/contract/search/parse-search';

/** Why a search found nothing, as far as its text tells. */
export function noSearchMatch(q: string): string {
  const searched = searchedPart(q);
  if (searched !== null) return `No monitor matches ${searched}.`;
  const words = q.trim().split(/\s+/);
  if (words.every((word) => /\w:\/\//.test(word)))
    return `No monitor checks ${words.length === 1 ? 'this address' : 'any of these addresses'}.`;
  const hasField = parseSearch(q)
    .all?.flat()
    .some(({ field }) => field !== null);
  const isOfAddresses = words.length > 1 && !hasField && words.every((word) => /[.:\d]/.test(word));
  if (isOfAddresses || /[,;]/.test(q))
    return 'No monitor matches the whole text. OR separates alternatives; Coverage checks whole lists of addresses.';
  if (words.length > 1) return 'No monitor matches all of these words.';
  return 'No monitor has this name, target, port, region, description, type, condition or UUID.';
}
