/** The column ids with one of them moved by a place, to the left (-1) or to the right (1). At the ends it stays. */
export function moveColumn(ids: readonly string[], id: string, step: -1 | 1): string[] {
  const from = ids.indexOf(id);
  const to = from + step;
  const other = ids[to];
  if (from === -1 || other === undefined) return [...ids];
  return ids.with(from, other).with(to, id);
}
