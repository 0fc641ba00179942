export const MOST_ROWS = 5000;

/**
 * The list that a monitor was opened from, as it stood then: previous and next keep to that order,
 * whatever the list does meanwhile.
 */
export interface ListContext {
  /** The list's URL parameters, without the question mark. */
  search: string;
  perPage: number;
  total: number;
  /** Which part of the list is known: from this place (0 is the first) up to, but without, that one. */
  from: number;
  to: number;
  /** The UUIDs of that part, in order. */
  rows: string[];
  /** The monitor that was opened from the list; null once the list is shown again. */
  opened: string | null;
  /** The monitor of the list that was shown last, by a step or a link; null like `opened`. */
  lastShown: string | null;
  /** How far the list was scrolled, CSS pixels. */
  scrollY: number;
}

/** Reads what is stored; null for what some other version or hand has written. */
export function parseListContext(text: string | null): ListContext | null {
  if (text === null) return null;
  try {
    return validateListContext(new Map(Object.entries(JSON.parse(text))));
  } catch {
    return null;
  }
}

/** By hand: the list is remembered as soon as its first rows are shown, and zod is not there by then. */
function validateListContext(stored: ReadonlyMap<string, unknown>): ListContext {
  return {
    search: shortText(stored.get('search'), 5000),
    perPage: whole(stored.get('perPage'), 1),
    total: whole(stored.get('total'), 0),
    from: whole(stored.get('from'), 0),
    to: whole(stored.get('to'), 0),
    rows: uuids(stored.get('rows')),
    opened: orNull(stored.get('opened')),
    lastShown: orNull(stored.get('lastShown')),
    scrollY: finite(stored.get('scrollY')),
  };
}

const damaged = () => new TypeError('is not what was stored');

function shortText(value: unknown, longest: number): string {
  if (typeof value !== 'string' || value.length > longest) throw damaged();
  return value;
}

function orNull(value: unknown): string | null {
  return value === null ? null : shortText(value, Number.POSITIVE_INFINITY);
}

function finite(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw damaged();
  return value;
}

function whole(value: unknown, least: number): number {
  const number = finite(value);
  if (!Number.isSafeInteger(number) || number < least) throw damaged();
  return number;
}

function uuids(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > MOST_ROWS) throw damaged();
  return value.map((uuid) => shortText(uuid, 64));
}

/** A page of a list, as it is shown. */
interface ShownPage {
  search: string;
  perPage: number;
  total: number;
  /** The place of its first row; 0 is the first of the list. */
  from: number;
  rows: string[];
}

/**
 * The list that is shown now. What steps have learned of the same list before and behind the page stays known, so that
 * Forward finds the monitors beyond it in their places; what has moved onto the page is there only.
 */
export function withShownPage(before: ListContext | null, shown: ShownPage): ListContext {
  const { search, from, rows, perPage, total } = shown;
  const isSame = before !== null && before.search === search;
  const to = from + rows.length;
  const around =
    isSame && before.perPage === perPage && before.to <= total ? knownAround(before, from, to) : null;
  const isHere = new Set(rows);
  const elsewhere = (uuids: readonly string[]) => uuids.filter((uuid) => !isHere.has(uuid));
  return {
    search,
    perPage,
    total,
    from: around ? around.from : from,
    to: around ? around.to : to,
    rows: [...elsewhere(around?.earlier ?? []), ...rows, ...elsewhere(around?.later ?? [])],
    opened: null,
    lastShown: null,
    scrollY: isSame ? before.scrollY : 0,
  };
}

/** What is known before and behind a part of a list; null where the two do not meet, or not row by row. */
function knownAround({ rows, ...known }: ListContext, from: number, to: number) {
  if (rows.length !== known.to - known.from || from < known.from || to > known.to) return null;
  const earlier = rows.slice(0, from - known.from);
  return { from: known.from, to: known.to, earlier, later: rows.slice(to - known.from) };
}
