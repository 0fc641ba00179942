import 'server-only';
import type { CrawlResult } from '../crawl/crawler.ts';
import type { Missing } from './snapshot.ts';

/**
 * Returns how many monitors a crawl is known to miss, and why; null for none. The count is the difference between the
 * reported total and the rows read, at least the number of malformed rows, and at least 1 if the crawl is not proven
 * complete.
 */
export function missingOf({ rows, total, dropped, complete, coverage }: CrawlResult): Missing | null {
  const count = Math.max((total ?? 0) - rows.length, dropped, complete ? 0 : 1);
  if (count <= 0) return null;
  if (coverage !== 'all_pages') return { count, reason: 'page_failed' };
  return { count, reason: dropped > 0 ? 'malformed_rows' : 'moved_rows' };
}
