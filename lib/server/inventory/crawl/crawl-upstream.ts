import 'server-only';
import { type Failure, FailureError, isFailure } from '../../errors.ts';
import type { QuotaLedger } from '../../quota/quota-ledger.ts';
import type { Gateway } from '../../upstream/gateway.ts';
import { rowCount } from './crawl-evidence.ts';
import { type CrawlOptions, type CrawlProgress, type CrawlResult, crawl } from './crawler.ts';
import type { CrawlPurpose } from './refresher.ts';

const PER_PAGE = 100;

/**
 * Creates a function that crawls the list through the gateway.
 *
 * @param parts.total the number of monitors according to the last crawl; null before the first
 * @param parts.onProgress called after each page of the first crawl, to show the monitors read so far
 */
export function createCrawl(parts: {
  gateway: Pick<Gateway, 'listPage'>;
  ledger: QuotaLedger;
  total: () => number | null;
  onProgress: CrawlOptions['onProgress'];
  /**
   * Called with the failure of a page while there is nothing to show, because it may take long until the other pages
   * have failed, too.
   */
  onProblem?: (failure: Failure) => void;
}): (purpose: CrawlPurpose, signal: AbortSignal) => Promise<CrawlResult> {
  const { gateway, ledger, total, onProgress, onProblem } = parts;
  /** Concurrent reading proves less when rows are malformed, so that the next crawl is sequential (crawl-evidence.ts). */
  let hadMalformedRows = false;
  /** Whether page 1 failed and page 2 was empty. Then page 2 is not requested again until page 1 was read. */
  let wasPageTwoEmpty = false;

  /**
   * The purpose under which a page is counted. The pages of a crawl that a user requested are interactive while the
   * ledger admits interactive requests; the others are background requests.
   */
  function purposeOf(page: number, purpose: CrawlPurpose): CrawlPurpose {
    if (page === 1) return purpose;
    return purpose === 'list' && ledger.decide('list').kind === 'admit' ? 'list' : 'inventory';
  }

  function reportProgress(progress: CrawlProgress): void {
    if (!isMostlyMalformed(progress)) onProgress?.(progress);
  }

  return async (purpose, signal) => {
    const knownTotal = total();
    let left = Number.POSITIVE_INFINITY;
    let hasRead = false;
    const result = await crawl({
      readPage: async (page) => {
        const query = { page, per_page: PER_PAGE };
        const reading = await gateway
          .listPage(query, purposeOf(page, purpose), hasRead)
          .catch((error: unknown) => {
            if (knownTotal === null && !hasRead && isFailure(error)) onProblem?.(error.failure);
            throw error;
          });
        if (page === 1) wasPageTwoEmpty = false;
        else if (!hasRead) wasPageTwoEmpty = rowCount(reading.value) === 0;
        hasRead = true;
        left = (reading.value.pagination.total_pages ?? Number.POSITIVE_INFINITY) - page;
        return reading;
      },
      hasOnePage: wasPageTwoEmpty || (knownTotal !== null && knownTotal <= PER_PAGE),
      // Concurrent only if the minute allows all remaining pages: a crawl that has to wait takes longer, and sequential
      // reading tolerates changes of the list.
      width: () => (!hadMalformedRows && left <= ledger.burst() ? 4 : 1),
      onProgress: knownTotal === null ? reportProgress : undefined,
      signal,
    });
    hadMalformedRows = result.dropped > 0;
    rejectImplausible(result);
    return result;
  };
}

/** Mostly malformed rows mean that the response is not a list of monitors. */
function isMostlyMalformed({ read, dropped }: Pick<CrawlProgress, 'read' | 'dropped'>): boolean {
  return dropped > read;
}

/** Rejects a result that cannot be a list of monitors, so that the last snapshot is kept. @throws FailureError */
function rejectImplausible({ rows, dropped, total }: CrawlResult): void {
  if (isMostlyMalformed({ read: rows.length, dropped }))
    throw invalidList('holds more malformed rows than good ones');
  if (rows.length === 0 && total !== 0)
    throw invalidList('holds none of the monitors that it says there are');
}

function invalidList(reason: string): FailureError {
  return new FailureError({ code: 'upstream_invalid_response', reason });
}
