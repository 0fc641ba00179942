import 'server-only';
import type { CrawlResult } from './crawler.ts';
import type { Missing } from './snapshot.ts';

/**
 * What a crawl is known to lack: as many monitors as upstream says there are beyond those read, and at least one for each
 * malformed row and for a page that failed. Null when there is no sign that anything is missing.
 */
export function missingOf({ rows, total, dropped, failure }: CrawlResult): Missing | null {
  const count = Math.max(total - rows.length, dropped);
  if (failure !== null) return { count: Math.max(count, 1), reason: 'page_failed' };
  if (count <= 0) return null;
  return { count, reason: dropped > 0 ? 'malformed_rows' : 'moved_rows' };
}
