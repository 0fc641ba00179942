import 'server-only';
import { FailureError } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import { type CrawlOptions, type CrawlResult, crawl } from './crawler.ts';
import type { CrawlPurpose } from './refresher.ts';

/**
 * Reads the whole list through the gateway.
 *
 * @param parts.onProgress told after each page of a crawl that begins while `isFirst` holds: what people who come
 *   meanwhile are shown
 */
export function createCrawl(parts: {
  gateway: Pick<Gateway, 'listPage'>;
  ledger: QuotaLedger;
  isFirst: () => boolean;
  onProgress: CrawlOptions['onProgress'];
}): (purpose: CrawlPurpose, signal: AbortSignal) => Promise<CrawlResult> {
  const { gateway, ledger, isFirst, onProgress } = parts;
  /** Pages read side by side prove less where a row is malformed: then one at a time (crawl-evidence.ts). */
  let wasMalformed = false;

  /** What a page is charged to. A person's turn is for as many pages as people may have now; the rest keep the pace. */
  function purposeOf(page: number, purpose: CrawlPurpose): CrawlPurpose {
    if (page === 1) return purpose;
    return purpose === 'list' && ledger.decide('list').kind === 'admit' ? 'list' : 'inventory';
  }

  return async (purpose, signal) => {
    const wasFirst = isFirst();
    let left = Number.POSITIVE_INFINITY;
    const result = await crawl({
      readPage: async (page) => {
        const reading = await gateway.listPage({ page, per_page: 100 }, purposeOf(page, purpose));
        left = reading.value.pagination.total_pages - page;
        return reading;
      },
      // Side by side only where the minute has room for all of it: a crawl that has to wait is long, and one page at
      // a time survives what changes meanwhile.
      width: () => (!wasMalformed && left <= ledger.burst() ? 4 : 1),
      onProgress: wasFirst ? onProgress : undefined,
      signal,
    });
    wasMalformed = result.dropped > 0;
    refuseMalformed(result);
    return result;
  };
}

/** Where most rows are malformed, upstream speaks of something else than monitors. @throws FailureError */
function refuseMalformed({ rows, dropped }: CrawlResult): void {
  if (dropped <= rows.length) return;
  throw new FailureError({
    code: 'upstream_invalid_response',
    reason: 'holds more malformed rows than good ones',
  });
}
