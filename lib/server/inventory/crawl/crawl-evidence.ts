import 'server-only';
import type { WirePage } from '../../upstream/schema.ts';

type Monitor = WirePage['monitors'][number];

/** Returns the UUID of a row in lower case, because upstream may send it in either case. */
export function rowUuid(monitor: Monitor): string {
  return monitor.monitor_uuid.toLowerCase();
}

/** Number of rows of a page, including malformed ones. */
export function rowCount(page: WirePage): number {
  return page.monitors.length + page.dropped;
}

/**
 * Whether the pages of a pass certainly contain every monitor that existed from its first response to its last, except for
 * malformed rows. It assumes this about upstream: the list is sorted newest first, so that a new monitor appears at the top; a page
 * is read at one moment between the request and the response, and `total` is correct at that moment (spec, "GET /v1/monitors").
 *
 * Between two responses let i monitors be added and d deleted. Any other monitor moves down by i and up by at most d, so up by at
 * most d - i, which is the decrease of `total`. If `total` did not decrease, no monitor moved up. So a monitor below page k when k
 * was read is still below it when k + 1 is read: on page k + 1 or further down. No page skips a monitor, and when the last page ends
 * at `total`, none is left below. Additions only repeat rows. Because `total` may be wrong or outdated, the number of rows must also
 * be at least the first `total`.
 *
 * It is no proof that the number of distinct rows equals the last `total`. When a row of page 1 is deleted after page 1 was
 * read, the first row of page 2 moves to page 1 and is not read. Then both numbers are one less than before.
 *
 * @param pages 1, 2, 3 …, each requested after the response of the previous one
 */
export function isProvenComplete(pages: readonly WirePage[]): boolean {
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) return false;
  const totals = pages.map(({ pagination }) => pagination.total);
  const neverFell = totals.every((total, index) => total >= (totals[index - 1] ?? 0));
  const rowsUpToLast = (pages.length - 1) * last.pagination.per_page + rowCount(last);
  const dropped = pages.reduce((sum, page) => sum + page.dropped, 0);
  const uuids = new Set(pages.flatMap(({ monitors }) => monitors.map(rowUuid)));
  return (
    neverFell && rowsUpToLast === last.pagination.total && uuids.size + dropped >= first.pagination.total
  );
}
