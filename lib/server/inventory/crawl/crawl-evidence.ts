import 'server-only';
import type { Reading } from '../../upstream/reading.ts';
import type { WirePage } from '../../upstream/schema.ts';
import { createdAt } from '../snapshot/snapshot.ts';

type Monitor = WirePage['monitors'][number];

/** The pages of the complete list, each read once. */
export interface Pass {
  /** Page 1, read before any other page was requested. */
  first: Reading<WirePage>;
  /** The other pages, in the order of their responses. */
  later: readonly Reading<WirePage>[];
  /** Whether each page was requested after the response of the previous one: `later` is then pages 2, 3, 4 … */
  sequential: boolean;
}

/** Minimum age of the newest row, by upstream's clock, for a row of the same age to be certainly not new. */
const SETTLED_MS = 60_000;

/** Returns the UUID of a row in lower case, because upstream may send it in either case. */
export function uuidOf(monitor: Monitor): string {
  return monitor.monitor_uuid.toLowerCase();
}

/** Number of rows of a page, including malformed ones. */
export function rowCount(page: WirePage): number {
  return page.monitors.length + page.dropped;
}

/**
 * Whether a pass certainly contains every monitor that existed from its first response to its last, except for
 * malformed rows. One of two proofs must hold. Both assume this about upstream: the list is sorted newest first, so
 * that a new monitor appears at the top with a `created_at` that is not older than any other; a page is read at one
 * moment between the request and the response, and `total` is correct at that moment (spec, "GET /v1/monitors").
 *
 * 1. No row was skipped (pages read sequentially). Between two responses let i monitors be added and d deleted. Any
 *    other monitor moves down by i and up by at most d, so up by at most d - i, which is the decrease of `total`. If
 *    `total` did not decrease, no monitor moved up. So a monitor below page k when k was read is still below it when
 *    k + 1 is read: on page k + 1 or further down. No page skips a monitor, and when the last page ends at `total`,
 *    none is left below. Additions only repeat rows. Because `total` may be wrong or outdated, the number of rows
 *    must also be at least the first `total`.
 *
 * 2. All rows are present (any order of pages). Let S be the monitors at the first response, `total` of them. If
 *    every row belongs to S, and there are `total` distinct ones, the rows are all of S. A row of a later page belongs
 *    to S if it is also on page 1, or is older than the newest row of page 1, because monitors added later are not
 *    older than that. A row of the same age may be new, unless the newest row was over a minute old by upstream's
 *    clock, which a response reports with an error of at most its deadline of a few seconds. (Without that header our
 *    clock is used; if it is ahead, this exception is less certain.) Malformed rows have no UUID and may be one row
 *    that was read twice, so that they invalidate this proof.
 *
 * It is no proof that the number of distinct rows equals the last `total`. When a row of page 1 is deleted after page 1 was
 * read, the first row of page 2 moves to page 1 and is not read. Then both numbers are one less than before.
 */
export function isProvenComplete(pass: Pass): boolean {
  return skippedNoRow(pass) || hasAllRows(pass);
}

function skippedNoRow({ first, later, sequential }: Pass): boolean {
  if (!sequential) return false;
  const pages = [first, ...later].map(({ value }) => value);
  const totals = pages.map(({ pagination }) => pagination.total);
  const neverFell = totals.every((total, index) => total >= (totals[index - 1] ?? 0));
  const last = (later.at(-1) ?? first).value;
  const rowsUpToLast = later.length * last.pagination.per_page + rowCount(last);
  const dropped = pages.reduce((sum, page) => sum + page.dropped, 0);
  return (
    neverFell &&
    rowsUpToLast === last.pagination.total &&
    uuidsOf(pages).size + dropped >= first.value.pagination.total
  );
}

function hasAllRows({ first, later }: Pass): boolean {
  const pages = [first, ...later].map(({ value }) => value);
  if (pages.some(({ dropped }) => dropped > 0)) return false;
  if (uuidsOf(pages).size !== first.value.pagination.total) return false;
  const onPageOne = uuidsOf([first.value]);
  const newest = Math.max(...first.value.monitors.map(createdAt));
  const isSettled = first.upstreamNow - newest > SETTLED_MS;
  const isOld = (monitor: Monitor) =>
    onPageOne.has(uuidOf(monitor)) ||
    (monitor.created_at !== null &&
      (createdAt(monitor) < newest || (isSettled && createdAt(monitor) === newest)));
  return later.every(({ value }) => value.monitors.every(isOld));
}

function uuidsOf(pages: readonly WirePage[]): Set<string> {
  return new Set(pages.flatMap(({ monitors }) => monitors.map(uuidOf)));
}
