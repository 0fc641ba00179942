/** A row as it is shown: `gone` is no longer on this page, and shows what was last known of it. */
interface ShownRow<T> {
  row: T;
  gone: boolean;
}

interface HeldRows<T> {
  rows: ShownRow<T>[];
  /** How many would move, come or go if the fresh rows were shown as they are. */
  changed: number;
}

/**
 * Keeps rows in place while somebody works with them: the order and the membership of what is shown, the values of
 * what is fresh. Nothing is added, nothing is taken away, nothing moves.
 *
 * @param shown the rows on the screen, from top to bottom, with what is last known of each
 * @param fresh the rows as they are now, in the order they would have
 */
export function holdRows<T>(shown: readonly T[], fresh: readonly T[], idOf: (row: T) => string): HeldRows<T> {
  const places = new Map(fresh.map((row, place) => [idOf(row), place]));
  const stayed: number[] = [];
  const rows = shown.map((row): ShownRow<T> => {
    const place = places.get(idOf(row));
    const now = place === undefined ? undefined : fresh[place];
    if (place === undefined || now === undefined) return { row, gone: true };
    stayed.push(place);
    return { row: now, gone: false };
  });
  const went = shown.length - stayed.length;
  const came = places.size - stayed.length;
  return { rows, changed: went + came + stayed.length - longestRise(stayed) };
}

/** Length of the longest part of a sequence that rises: the most rows that can stay while the others move past them. */
function longestRise(sequence: readonly number[]): number {
  /** The smallest end of a rise of each length. */
  const ends: number[] = [];
  for (const value of sequence) {
    const longer = ends.findIndex((end) => end >= value);
    if (longer === -1) ends.push(value);
    else ends[longer] = value;
  }
  return ends.length;
}
