import { readList } from './read-list.ts';

/** What a text is recognized as, its addresses with their lines, and what is not understood. */
export function read(text: string) {
  const { format, entries } = readList(text);
  const all = [...entries].flatMap((one) => one ?? []);
  const addresses = all.flatMap((one) => ('address' in one ? `${one.line} ${one.address.text}` : []));
  const rest = all.flatMap((one) => ('address' in one ? [] : `${one.line} ${one.notUnderstood}`));
  return { format, addresses, rest };
}

/** The addresses alone. */
export const addressesOf = (text: string) => read(text).addresses.map((line) => line.replace(/^\d+ /, ''));
