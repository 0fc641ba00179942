/* Separate from `format.ts`, which every page loads. */

/** Milliseconds to a person: 10000 → "10 s", 1500 → "1.5 s", 250 → "250 ms". */
export function formatTimeout(milliseconds: number): string {
  return milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}

/** "a", "a or b", "a, b or c" */
export function formatAlternatives(items: readonly string[]): string {
  if (items.length <= 1) return items.join('');
  return `${items.slice(0, -1).join(', ')} or ${items[items.length - 1]}`;
}
