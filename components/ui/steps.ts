/** A list on its way to the screen. */
export interface Steps<T> {
  /** The newest. */
  list: readonly T[];
  /** What stood there before. */
  before: readonly T[];
  /** How many of the newest are shown, from the top. */
  taken: number;
}

/** What is to be shown: as long as the newest, and down to where it was taken over the same. */
export function shownOf<T>({ list, before, taken }: Steps<T>): readonly T[] {
  if (taken >= list.length) return list;
  return list.map((row, place) => (place < taken ? row : (before[place] ?? row)));
}
