/**
 * What to say when the number of monitors that are down has changed between two readings of the same list: "3 more
 * down", "2 recovered". Null when there is nothing to say.
 *
 * @param before, after how many were and are down; null when it is not known
 */
export function downNews(before: number | null, after: number | null): string | null {
  if (before === null || after === null || before === after) return null;
  return after > before ? `${after - before} more down` : `${before - after} recovered`;
}
