import 'server-only';
import { z } from 'zod';
import type { CrawlRecord } from './refresher.ts';

const recordSchema = z.object({ startedAt: z.number(), cost: z.int().positive() });

/** Reads back when the last crawl began. @throws Error for what is no such record */
export function parseCrawlRecord(parts: readonly string[]): CrawlRecord {
  return recordSchema.parse(JSON.parse(parts.join('')));
}
