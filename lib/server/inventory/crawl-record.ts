import 'server-only';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { wallTime } from '../store/wall-time.ts';
import type { CrawlRecord } from './refresher.ts';

/** Another number is another form, which is not read. */
const VERSION = 2;

const storedSchema = z.object({
  version: z.literal(VERSION),
  startedAt: wallTime,
  cost: z.int().positive(),
  pages: z.int().positive(),
});

/**
 * When the last crawl began, as a stored record. By the wall clock: the monotonic time of an earlier process is known
 * from the ledger's record only, which may be unreadable when this one is not.
 */
export function storedCrawlRecord({ startedAt, ...rest }: CrawlRecord, clock: Clock): string[] {
  const wall = Math.floor(clock.now() - (clock.monotonic() - startedAt));
  return [JSON.stringify({ version: VERSION, startedAt: wall, ...rest })];
}

/**
 * Reads back when the last crawl began, by the clock of this process.
 * @throws Error for what is no such record, and for a crawl in the future: the wall clock was wrong, then or now
 */
export function parseCrawlRecord(parts: readonly string[], clock: Clock): CrawlRecord {
  const { startedAt, cost, pages } = storedSchema.parse(JSON.parse(parts.join('')));
  const ageMs = clock.now() - startedAt;
  if (ageMs < 0) throw new Error('the crawl began in the future');
  return { startedAt: clock.monotonic() - ageMs, cost, pages };
}
