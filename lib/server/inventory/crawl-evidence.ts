import 'server-only';
import type { Reading } from '../reading.ts';
import type { WirePage } from '../upstream/schema.ts';

type Monitor = WirePage['monitors'][number];

/** One reading of the whole list. */
export interface Pass {
  /** Page 1, answered before any other page was asked for. */
  first: Reading<WirePage>;
  /** The other pages, in the order in which they were answered. */
  later: readonly Reading<WirePage>[];
  /** True when no page was asked for before the one before it was answered: `later` is then pages 2, 3, 4 … */
  oneAtATime: boolean;
}

/** How much older than upstream's clock the newest row must be before a row of the same age is surely no newcomer. */
const SETTLED_MS = 60_000;

/** What makes two rows the same monitor: the UUID, in whatever case it was sent. */
export function identityOf(monitor: Monitor): string {
  return monitor.monitor_uuid.toLowerCase();
}

/** How many rows a page held, readable or not. */
export function rowCount(page: WirePage): number {
  return page.monitors.length + page.dropped;
}

/**
 * True when a pass certainly holds every monitor that existed from its first answer to its last, as far as its row
 * could be read. One of two arguments must hold. Both build on this about upstream: the list is newest first, so a
 * new monitor appears at the very top with a `created_at` no older than any other; one page is read at one moment,
 * between the request and its answer, and `total` is true at that moment (spec, "GET /v1/monitors").
 *
 * 1. Nothing slid past the reader. Holds for pages read one at a time. Between two answers let i monitors be added
 *    and d deleted. A monitor that stays moves down by i and up by at most d, so up by at most d - i, which is how
 *    much `total` fell. If it did not fall, no monitor moved up. Then whoever was below page k when k was read is
 *    below it still when k + 1 is read: on page k + 1 or further down. Page by page nobody is passed, and when the
 *    last page reaches down to `total` nobody is left below. Additions never spoil this: they only repeat rows.
 *    A `total` that does not move might be a lie or an old count, so there must also be as many rows as it first said.
 *
 * 2. Everyone is there. Holds for any order of reading. Let S be the monitors at the first answer, `total` of them.
 *    If every row that was read belongs to S, and there are `total` distinct ones, the rows are all of S. A row of
 *    a later page belongs to S when it is on page 1 too, or is older than the newest row of page 1: what was added
 *    after page 1 was read is no older than that. A row of the very same age could be either, unless the newest row
 *    was already a minute old by upstream's clock, which an answer tells to within its deadline of a few seconds.
 *    (Or by ours, when it does not tell: if that is ahead, this one exception is less sure.) Malformed rows have no
 *    UUID and could be one row met twice, so with any of them this argument cannot be made.
 *
 * That the distinct rows are as many as the last `total` proves nothing: after page 1 delete one of its rows, and
 * the first row of page 2 slides onto page 1 unread, while rows and `total` both come to one less than before.
 */
export function lostNothing(pass: Pass): boolean {
  return nothingSlidPast(pass) || everyoneIsThere(pass);
}

function nothingSlidPast({ first, later, oneAtATime }: Pass): boolean {
  if (!oneAtATime) return false;
  const pages = [first, ...later].map(({ value }) => value);
  const totals = pages.map(({ pagination }) => pagination.total);
  const neverFell = totals.every((total, index) => total >= (totals[index - 1] ?? 0));
  const last = (later.at(-1) ?? first).value;
  const reached = later.length * last.pagination.per_page + rowCount(last);
  const dropped = pages.reduce((sum, page) => sum + page.dropped, 0);
  return (
    neverFell &&
    reached === last.pagination.total &&
    distinct(pages).size + dropped >= first.value.pagination.total
  );
}

function everyoneIsThere({ first, later }: Pass): boolean {
  const pages = [first, ...later].map(({ value }) => value);
  if (pages.some(({ dropped }) => dropped > 0)) return false;
  if (distinct(pages).size !== first.value.pagination.total) return false;
  const onPageOne = distinct([first.value]);
  const newest = Math.max(...first.value.monitors.map(createdAt));
  const settled = first.upstreamNow - newest > SETTLED_MS;
  const isOld = (monitor: Monitor) =>
    onPageOne.has(identityOf(monitor)) ||
    createdAt(monitor) < newest ||
    (settled && createdAt(monitor) === newest);
  return later.every(({ value }) => value.monitors.every(isOld));
}

function distinct(pages: readonly WirePage[]): Set<string> {
  return new Set(pages.flatMap(({ monitors }) => monitors.map(identityOf)));
}

function createdAt(monitor: Monitor): number {
  return Date.parse(monitor.created_at);
}
