import 'server-only';
import { type Failure, FailureError, isFailure } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import { rowCount } from './crawl-evidence.ts';
import { type CrawlOptions, type CrawlProgress, type CrawlResult, crawl } from './crawler.ts';
import type { CrawlPurpose } from './refresher.ts';

const PER_PAGE = 100;

/**
 * Reads the whole list through the gateway.
 *
 * @param parts.total how many monitors there are, as far as a crawl before has shown; null before one has
 * @param parts.onProgress told after each page of a crawl that begins before that: what people who come meanwhile are
 *   shown
 */
export function createCrawl(parts: {
  gateway: Pick<Gateway, 'listPage'>;
  ledger: QuotaLedger;
  total: () => number | null;
  onProgress: CrawlOptions['onProgress'];
  /** Told why a page has failed while there is nothing to show: the other pages may take long to fail, too. */
  onProblem?: (failure: Failure) => void;
}): (purpose: CrawlPurpose, signal: AbortSignal) => Promise<CrawlResult> {
  const { gateway, ledger, total, onProgress, onProblem } = parts;
  /** Pages read side by side prove less where a row is malformed: then one at a time (crawl-evidence.ts). */
  let wasMalformed = false;
  /** Page 1 has failed, and page 2 was empty: it is not asked for again until page 1 can be read. */
  let wasSecondEmpty = false;

  /** What a page is charged to. A person's turn is for as many pages as people may have now; the rest keep the pace. */
  function purposeOf(page: number, purpose: CrawlPurpose): CrawlPurpose {
    if (page === 1) return purpose;
    return purpose === 'list' && ledger.decide('list').kind === 'admit' ? 'list' : 'inventory';
  }

  function tell(progress: CrawlProgress): void {
    if (!isMostlyMalformed(progress)) onProgress?.(progress);
  }

  return async (purpose, signal) => {
    const known = total();
    let left = Number.POSITIVE_INFINITY;
    let hasRead = false;
    const result = await crawl({
      readPage: async (page) => {
        const query = { page, per_page: PER_PAGE };
        const reading = await gateway
          .listPage(query, purposeOf(page, purpose), hasRead)
          .catch((error: unknown) => {
            if (known === null && !hasRead && isFailure(error)) onProblem?.(error.failure);
            throw error;
          });
        if (page === 1) wasSecondEmpty = false;
        else if (!hasRead) wasSecondEmpty = rowCount(reading.value) === 0;
        hasRead = true;
        left = reading.value.pagination.total_pages - page;
        return reading;
      },
      hasOnePage: wasSecondEmpty || (known !== null && known <= PER_PAGE),
      // Side by side only where the minute has room for all of it: a crawl that has to wait is long, and one page at
      // a time survives what changes meanwhile.
      width: () => (!wasMalformed && left <= ledger.burst() ? 4 : 1),
      onProgress: known === null ? tell : undefined,
      signal,
    });
    wasMalformed = result.dropped > 0;
    refuseSenseless(result);
    return result;
  };
}

/** Where most rows are malformed, upstream speaks of something else than monitors. */
function isMostlyMalformed({ read, dropped }: Pick<CrawlProgress, 'read' | 'dropped'>): boolean {
  return dropped > read;
}

/** What cannot be a list of monitors leaves the one read before as it is. @throws FailureError */
function refuseSenseless({ rows, dropped, total }: CrawlResult): void {
  if (isMostlyMalformed({ read: rows.length, dropped }))
    throw senseless('holds more malformed rows than good ones');
  if (rows.length === 0 && total > 0) throw senseless('holds none of the monitors that it says there are');
}

function senseless(reason: string): FailureError {
  return new FailureError({ code: 'upstream_invalid_response', reason });
}
