/** Maximum number of rows that a context remembers. */
export const MAX_ROWS = 5000;

/**
 * The list from which a monitor was opened, as it was then: the steps to the previous and next monitor follow that
 * order, even if the list changes.
 */
export interface ListContext {
  /** The list's URL parameters, without the question mark. */
  search: string;
  perPage: number;
  total: number;
  /** First known position in the list; 0 is the first. */
  from: number;
  /** End of the known positions, exclusive. */
  to: number;
  /** The UUIDs of the known positions, in order. */
  rows: string[];
  /** The monitor that was opened from the list; null once the list is shown again. */
  opened: string | null;
  /** The monitor of the list that was shown last, by a step or a link; null whenever `opened` is. */
  lastShown: string | null;
  /** The list's scroll position, CSS pixels. */
  scrollY: number;
}

/** Parses a stored context; null when there is none or it is invalid. */
export function parseListContext(text: string | null): ListContext | null {
  if (text === null) return null;
  try {
    return validateListContext(new Map(Object.entries(JSON.parse(text))));
  } catch {
    return null;
  }
}

/** Does not use zod, because the list is remembered as soon as its first rows are shown, before zod is loaded. */
function validateListContext(stored: ReadonlyMap<string, unknown>): ListContext {
  return {
    search: shortText(stored.get('search'), 5000),
    perPage: integer(stored.get('perPage'), 1),
    total: integer(stored.get('total'), 0),
    from: integer(stored.get('from'), 0),
    to: integer(stored.get('to'), 0),
    rows: uuids(stored.get('rows')),
    opened: shortTextOrNull(stored.get('opened')),
    lastShown: shortTextOrNull(stored.get('lastShown')),
    scrollY: finite(stored.get('scrollY')),
  };
}

const damaged = () => new TypeError('is not what was stored');

function shortText(value: unknown, longest: number): string {
  if (typeof value !== 'string' || value.length > longest) throw damaged();
  return value;
}

function shortTextOrNull(value: unknown): string | null {
  return value === null ? null : shortText(value, Number.POSITIVE_INFINITY);
}

function finite(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw damaged();
  return value;
}

function integer(value: unknown, least: number): number {
  const number = finite(value);
  if (!Number.isSafeInteger(number) || number < least) throw damaged();
  return number;
}

function uuids(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > MAX_ROWS) throw damaged();
  return value.map((uuid) => shortText(uuid, 64));
}

/** The page of a list that is shown. */
interface ShownPage {
  search: string;
  perPage: number;
  total: number;
  /** The position of its first row; 0 is the first of the list. */
  from: number;
  rows: string[];
}

/**
 * Returns the context for the page that is shown now. Rows of the same list that steps have loaded before and after the
 * page are kept, so that the browser's Forward button finds those monitors in their positions. A monitor that has moved
 * onto the page is kept there only.
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

/**
 * The known rows before and after a range; null where the range is not inside the known one, or the rows do not match
 * it.
 */
function knownAround({ rows, ...known }: ListContext, from: number, to: number) {
  if (rows.length !== known.to - known.from || from < known.from || to > known.to) return null;
  const earlier = rows.slice(0, from - known.from);
  return { from: known.from, to: known.to, earlier, later: rows.slice(to - known.from) };
}
