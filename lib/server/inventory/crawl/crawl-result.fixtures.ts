import { readPage } from '../../upstream/schema.ts';
import { wirePage, wireRow } from '../../upstream/wire-monitors.fixtures.ts';
import type { CrawlResult } from './crawler.ts';

/** Returns the rows of these monitors, all read at time 0. */
export function crawledRows(...numbers: number[]): CrawlResult['rows'] {
  const read = readPage(wirePage(numbers.map((number) => wireRow(number))));
  if (!read.ok) throw new Error('the fixture must be readable');
  return read.value.monitors.map((monitor) => ({ monitor, asOf: 0, upstreamNow: 0 }));
}

/** The UUID of one of these monitors, as the inventory knows it. */
export const wireUuid = (number: number) => String(wireRow(number).monitor_uuid).toLowerCase();

/** Returns the result of a complete crawl that has read these rows. @param asOf epoch ms */
export function completeCrawl(rows: CrawlResult['rows'], asOf = 0): CrawlResult {
  return {
    rows,
    total: rows.length,
    beganAt: asOf,
    asOf,
    dropped: 0,
    complete: true,
    extent: 'all_pages',
    failure: null,
    requests: 1,
    pages: 1,
  };
}

/** Returns the result of a complete crawl of these monitors. */
export function crawled(...numbers: number[]): CrawlResult {
  return completeCrawl(crawledRows(...numbers));
}

/** Why pages of an incomplete crawl failed. */
export const broken = { code: 'upstream_error', status: 500 } as const;

/** An incomplete crawl: `gaps` reached the end of the list with failed pages, `interrupted` did not. */
export function incompleteCrawl(
  extent: 'gaps' | 'interrupted',
  total: number,
  ...numbers: number[]
): CrawlResult {
  return { ...crawled(...numbers), total, complete: false, extent, failure: broken };
}
