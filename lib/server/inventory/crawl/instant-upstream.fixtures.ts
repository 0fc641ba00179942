import type { Reading } from '../../upstream/gateway';
import type { WirePage } from '../../upstream/schema';
import type { MonitorReading } from '../snapshot/condition';
import { pageOf, readingOf } from './crawl.fixtures';
import { type CrawlOptions, crawl } from './crawler';

export type Monitor = WirePage['monitors'][number];

/** An upstream that responds at once, each time one second later; `after` changes it between requests. */
export function upstreamOf(
  start: Monitor[],
  options: { isMalformed?: (row: Monitor) => boolean; lie?: (page: WirePage) => WirePage } = {},
) {
  const { isMalformed = () => false, lie = (page) => page } = options;
  const upstream = {
    list: start,
    /** The pages that were read, in order. */
    trace: [] as number[],
    /** Callbacks after the nth request, counted from 1. */
    after: new Map<number, () => void>(),
    readPage: async (page: number): Promise<Reading<WirePage>> => {
      upstream.trace.push(page);
      const reading = readingOf(
        lie(pageOf(upstream.list, { page, isMalformed })),
        upstream.trace.length * 1_000,
      );
      upstream.after.get(upstream.trace.length)?.();
      return reading;
    },
  };
  return upstream;
}

export const crawlOf = (upstream: Pick<CrawlOptions, 'readPage'>) => crawl({ readPage: upstream.readPage });

export const uuids = (rows: MonitorReading[]) => rows.map((row) => row.monitor.monitor_uuid);
export const uuidsOf = (list: Monitor[]) => list.map((row) => row.monitor_uuid);
