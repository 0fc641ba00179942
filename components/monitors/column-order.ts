/**
 * Column ids from left to right, as a person ordered them. Ids that are not known (any more) are left out; those that
 * are not named keep their usual order behind them.
 */
export function orderColumns(usual: readonly string[], chosen: readonly string[]): string[] {
  const known = [...new Set(chosen)].filter((id) => usual.includes(id));
  return [...known, ...usual.filter((id) => !known.includes(id))];
}

/** The same ids with one moved by a place, to the left (-1) or to the right (1). At the ends it stays. */
export function moveColumn(ids: readonly string[], id: string, step: -1 | 1): string[] {
  const from = ids.indexOf(id);
  const to = from + step;
  const other = ids[to];
  if (from === -1 || other === undefined) return [...ids];
  return ids.with(from, other).with(to, id);
}
