import * as z from 'zod/mini';

/** Maximum number of rows that a context remembers. */
const MAX_ROWS = 5000;

const listContextSchema = z.object({
  /** The list's URL parameters, without the question mark. */
  search: z.string().check(z.maxLength(5000)),
  perPage: z.int().check(z.gte(1)),
  total: z.int().check(z.gte(0)),
  /** First known position in the list; 0 is the first. */
  from: z.int().check(z.gte(0)),
  /** End of the known positions, exclusive. */
  to: z.int().check(z.gte(0)),
  /** The UUIDs of the known positions, in order. */
  rows: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(MAX_ROWS)),
  /** The monitor that was opened from the list; null once the list is shown again. */
  opened: z.nullable(z.string()),
  /** The monitor of the list that was shown last, by a step or a link; null whenever `opened` is. */
  lastShown: z.nullable(z.string()),
  /** The list's scroll position, CSS pixels. */
  scrollY: z.number(),
});

/**
 * The list from which a monitor was opened, as it was then: the steps to the previous and next monitor follow that
 * order, even if the list changes.
 */
export type ListContext = z.infer<typeof listContextSchema>;

/** Parses a stored context; null when there is none or it is invalid. */
export function parseListContext(text: string | null): ListContext | null {
  try {
    return listContextSchema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns the context for the page that is shown now. Rows of the same list that steps have loaded before and after the
 * page are kept, so that the browser's Forward button finds those monitors in their positions. A monitor that has moved
 * onto the page is kept there only.
 *
 * @param shown `from`: the position of its first row; 0 is the first of the list
 */
export function withShownPage(
  before: ListContext | null,
  shown: Pick<ListContext, 'search' | 'perPage' | 'total' | 'from' | 'rows'>,
): ListContext {
  const { search, from, rows, perPage, total } = shown;
  const to = from + rows.length;
  const same = before?.search === search ? before : null;
  const isInside =
    same?.perPage === perPage &&
    same.to <= total &&
    same.rows.length === same.to - same.from &&
    from >= same.from &&
    to <= same.to;
  const known = isInside ? same : { from, to, rows: [] };
  const onPage = new Set(rows);
  const notOnPage = (uuid: string) => !onPage.has(uuid);
  const earlier = known.rows.slice(0, from - known.from).filter(notOnPage);
  const later = known.rows.slice(to - known.from).filter(notOnPage);
  return {
    search,
    perPage,
    total,
    from: known.from,
    to: known.to,
    rows: [...earlier, ...rows, ...later],
    opened: null,
    lastShown: null,
    scrollY: same?.scrollY ?? 0,
  };
}

/** A monitor's position in the list from which it was opened, and its neighbours. */
interface Place {
  /** The first is 1. */
  position: number;
  previous: string | null;
  next: string | null;
  /** The page of the list that has to be loaded to know a neighbour; null when both are known. */
  missingPage: number | null;
}

/** Null when the monitor is not in the known part of the list. */
export function placeIn(listContext: ListContext, uuid: string): Place | null {
  const { rows, from, to, total, perPage } = listContext;
  const index = rows.indexOf(uuid);
  if (index < 0) return null;
  const pageOf = (row: number) => Math.floor(row / perPage) + 1;
  const before = index === 0 && from > 0 ? pageOf(from - 1) : null;
  const after = index === rows.length - 1 && to < total ? pageOf(to) : null;
  return {
    position: Math.min(from + index + 1, total),
    previous: rows[index - 1] ?? null,
    next: rows[index + 1] ?? null,
    missingPage: before ?? after,
  };
}

/**
 * Returns the context with one more page at either end. Monitors that are already known are not added twice.
 * An empty page marks the end of the list. Beyond `MAX_ROWS` the context is returned unchanged.
 *
 * @param page the page's number, from 1, and the UUIDs on it
 */
export function withPage(
  listContext: ListContext,
  page: { number: number; rows: readonly string[] },
): ListContext {
  const { rows, from, to, perPage } = listContext;
  const start = (page.number - 1) * perPage;
  const end = start + page.rows.length;
  const known = new Set(rows);
  const added = page.rows.filter((uuid) => !known.has(uuid));
  if (rows.length + added.length > MAX_ROWS) return listContext;
  if (start < from) return { ...listContext, from: start, rows: [...added, ...rows] };
  if (end > to) return { ...listContext, to: end, rows: [...rows, ...added] };
  return { ...listContext, total: to };
}
