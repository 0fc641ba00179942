import { type ParsedSearch, parseSearch, type SearchField } from './parse-search.ts';

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
