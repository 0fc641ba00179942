import 'server-only';
import { type Failure, FailureError, isFailure } from '../../errors.ts';
import type { QuotaLedger } from '../../quota/quota-ledger.ts';
import type { CrawlPurpose } from '../../quota/request-purpose.ts';
import type { Gateway } from '../../upstream/gateway.ts';
import { type CrawlProgress, type CrawlResult, crawl } from './crawler.ts';

/** Number of monitors that one request to the list returns (spec, "Pagination"). */
export const PER_PAGE = 100;

/**
 * Creates a function that crawls the list through the gateway.
 *
 * @param parts.onProgress called after each page with rows
 * @returns a function that rejects with FailureError when no page could be read, or the result cannot be a list
 */
export function createCrawl(parts: {
  gateway: Pick<Gateway, 'listPage'>;
  ledger: Pick<QuotaLedger, 'burst'>;
  onProgress?: ((progress: CrawlProgress) => void) | undefined;
  /** Called with the failure of a page while none was read, because it may take long until the crawl ends. */
  onFailure?: (failure: Failure) => void;
}): (purpose: CrawlPurpose, signal: AbortSignal) => Promise<CrawlResult> {
  const { gateway, ledger, onProgress, onFailure } = parts;
  /** Concurrent reading proves less when rows are malformed, so that the next crawl is sequential (crawl-evidence.ts). */
  let hadMalformedRows = false;
  /** Whether the list had one page when it was last read. */
  let hasOnePage = false;

  return async (purpose, signal) => {
    let pagesLeft = Number.POSITIVE_INFINITY;
    let isKeyProven = false;
    const result = await crawl({
      readPage: async (page) => {
        const query = { page, per_page: PER_PAGE };
        const answer = await gateway.listPage(query, purpose, isKeyProven).catch((error: unknown) => {
          if (!isKeyProven && isFailure(error)) onFailure?.(error.failure);
          throw error;
        });
        isKeyProven = true;
        const totalPages = answer.value.pagination.total_pages ?? Number.POSITIVE_INFINITY;
        hasOnePage = totalPages <= 1;
        pagesLeft = totalPages - page;
        return answer;
      },
      hasOnePage,
      // Concurrent only if the minute allows all remaining pages: a crawl that has to wait takes longer, and sequential
      // reading tolerates changes of the list.
      width: () => (!hadMalformedRows && pagesLeft <= ledger.burst() ? 4 : 1),
      onProgress: (progress) => {
        if (!isMostlyMalformed(progress.read, progress.dropped)) onProgress?.(progress);
      },
      signal,
    });
    const { rows, dropped, total } = result;
    hadMalformedRows = dropped > 0;
    if (isMostlyMalformed(rows.length, dropped)) throw invalid('holds more malformed rows than good ones');
    if (rows.length === 0 && total !== 0) throw invalid('holds none of the monitors that it says there are');
    return result;
  };
}

/** Mostly malformed rows mean that the response is not a list of monitors. */
function isMostlyMalformed(read: number, dropped: number): boolean {
  return dropped > read;
}

function invalid(reason: string): FailureError {
  return new FailureError({ code: 'upstream_invalid_response', reason });
}
