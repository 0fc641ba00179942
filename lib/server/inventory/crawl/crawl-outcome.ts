import 'server-only';
import type { Evidence } from '../snapshot/missing-monitors.ts';
import type { Missing } from '../snapshot/snapshot.ts';
import type { CrawlResult } from './crawler.ts';

/** What a crawl proves about a monitor that it did not find. A crawl with failed pages proves nothing. */
export function evidenceOf({ complete, coverage }: CrawlResult): Evidence {
  if (complete) return 'complete';
  return coverage === 'all_pages' ? 'weak' : 'none';
}

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
