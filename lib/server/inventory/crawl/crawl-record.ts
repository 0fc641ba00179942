import 'server-only';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { wallTime } from '../../storage/wall-time-schema.ts';

/** The last crawl. */
export interface CrawlRecord {
  /** Monotonic ms. */
  startedAt: number;
  /** Number of requests it took. */
  cost: number;
  /** Number of requests of a crawl without failures. */
  pages: number;
}

const storedSchema = z.object({
  startedAt: wallTime,
  cost: z.int().positive(),
  pages: z.int().positive(),
});

/**
 * Returns the record with the start of the crawl in wall time. The monotonic time of a previous process is only known from
 * the ledger's record, which may be unreadable.
 */
export function storedCrawlRecord({ startedAt, ...rest }: CrawlRecord, clock: Clock): unknown {
  return { startedAt: Math.floor(clock.now() - (clock.monotonic() - startedAt)), ...rest };
}

/**
 * Parses a stored record and converts the start of the last crawl to the clock of this process.
 *
 * @throws Error when the record is not valid, and for a crawl in the future, which means that the wall clock was changed
 */
export function parseCrawlRecord(value: unknown, clock: Clock): CrawlRecord {
  const { startedAt, cost, pages } = storedSchema.parse(value);
  const ageMs = clock.now() - startedAt;
  if (ageMs < 0) throw new Error('the crawl began in the future');
  return { startedAt: clock.monotonic() - ageMs, cost, pages };
}
