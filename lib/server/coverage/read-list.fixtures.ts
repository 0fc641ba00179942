import { readList } from './read-list.ts';

/** What a text is recognized as, its addresses with their lines, and its other tokens by reason. */
export function read(text: string) {
  const { format, tokens } = readList(text);
  const all = [...tokens].flatMap((token) => token ?? []);
  const addresses = all.flatMap((one) => ('address' in one ? `${one.line} ${one.address.text}` : []));
  const skipped: Record<string, string[]> = {};
  for (const one of all)
    if ('reason' in one) skipped[one.reason] = [...(skipped[one.reason] ?? []), `${one.line} ${one.text}`];
  return { format, addresses, skipped };
}

/** The addresses, then the other tokens by reason, without lines: `a.example.com | local: localhost`. */
export function summaryOf(text: string): string {
  const { addresses, skipped } = read(text);
  const texts = (tokens: readonly string[]) => tokens.map((token) => token.replace(/^\d+ /, '')).join(' ');
  return [
    texts(addresses),
    ...Object.entries(skipped).map(([reason, tokens]) => `${reason}: ${texts(tokens)}`),
  ].join(' | ');
}
