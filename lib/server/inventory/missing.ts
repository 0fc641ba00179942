import 'server-only';
import type { CrawlResult } from './crawler.ts';
import type { Missing } from './snapshot.ts';

/**
 * What a crawl is known to lack: as many monitors as upstream says there are beyond those read, and at least one for each
 * malformed row, for pages that failed, and where it cannot be shown that none was missed. Null when nothing is.
 */
export function missingOf({ rows, total, dropped, complete, coverage }: CrawlResult): Missing | null {
  const count = Math.max(total - rows.length, dropped, complete ? 0 : 1);
  if (count <= 0) return null;
  if (coverage !== 'whole') return { count, reason: 'page_failed' };
  return { count, reason: dropped > 0 ? 'malformed_rows' : 'moved_rows' };
}
