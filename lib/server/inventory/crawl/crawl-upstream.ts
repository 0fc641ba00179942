import 'server-only';
import { type Failure, FailureError, isFailure } from '../../errors.ts';
import type { CrawlPurpose } from '../../quota/upstream-request.ts';
import type { Gateway } from '../../upstream/gateway.ts';
import { type CrawlProgress, type CrawlResult, crawl } from './crawler.ts';

/** Number of monitors that one request to the list returns (spec, "Pagination"). */
export const PER_PAGE = 100;

/**
 * Creates a function that crawls the list through the gateway.
 *
 * @param parts.onProgress called after each page with rows
 * @param parts.onFailure called with the failure of a page while none was read, because it may take long until the crawl ends
 * @returns a function that rejects with FailureError when no page could be read, or the result cannot be a list
 */
export function createCrawl(parts: {
  gateway: Pick<Gateway, 'listPage'>;
  onProgress?: (progress: CrawlProgress) => void;
  onFailure?: (failure: Failure) => void;
}): (purpose: CrawlPurpose, signal: AbortSignal) => Promise<CrawlResult> {
  const { gateway, onProgress, onFailure } = parts;
  return async (purpose, signal) => {
    let hasRead = false;
    const result = await crawl({
      readPage: async (page) => {
        const answer = await gateway
          .listPage({ page, per_page: PER_PAGE }, purpose)
          .catch((error: unknown) => {
            if (!hasRead && isFailure(error)) onFailure?.(error.failure);
            throw error;
          });
        hasRead = true;
        return answer;
      },
      onProgress: (progress) => {
        if (!isMostlyMalformed(progress.read, progress.dropped)) onProgress?.(progress);
      },
      signal,
    });
    const { rows, dropped, total } = result;
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
