import 'server-only';
import { type Failure, isFailure } from '../../errors.ts';
import type { Reading } from '../../upstream/reading.ts';
import type { WirePage } from '../../upstream/schema.ts';
import type { MonitorReading } from '../snapshot/condition.ts';
import { isProvenComplete, type Pass, uuidOf } from './crawl-evidence.ts';
import { type Coverage, type PassOptions, type PassResult, readPass } from './crawl-pass.ts';

export interface CrawlProgress {
  read: number;
  /** Number of malformed rows, which are dropped. */
  dropped: number;
  rows: () => MonitorReading[];
  /** The last `total`; the number of rows read while it is unknown. */
  total: number;
  /** When the last response arrived, by our wall clock, epoch ms. */
  asOf: number;
}

/** `onProgress`: called after each page with rows, and after an empty page 1. */
export type CrawlOptions = Omit<PassOptions, 'onAnswer'> & { onProgress?: (progress: CrawlProgress) => void };

export interface CrawlResult {
  /** One row per monitor, as it was last read, in any order. */
  rows: MonitorReading[];
  /** The last `total`; null: unknown. */
  total: number | null;
  /** When the request of the oldest response in `rows` was sent, by our wall clock, epoch ms. */
  beganAt: number;
  /** Time of the oldest response in `rows`, by our wall clock, epoch ms. */
  asOf: number;
  /** Number of dropped malformed rows. A row that was read on two pages counts twice. */
  dropped: number;
  /** Whether certainly no monitor was missed, see `isProvenComplete`. */
  complete: boolean;
  /** The pages that were read, by the pass that read more of them. */
  coverage: Coverage;
  /** The failure of a page, in the second pass if there was one; null when all pages were read. */
  failure: Failure | null;
  /** Number of pages read. */
  requests: number;
  /** Number of requests of one pass without failures. */
  pages: number;
}

/**
 * Reads the complete list. When a pass is not proven to be complete, the list is read a second time sequentially, which
 * additions cannot disturb (docs/quota.md, "Crawl").
 *
 * A complete second pass replaces the first: a monitor that is not in it was deleted. An incomplete one is merged with
 * the first, because it may have missed rows; showing a deleted monitor until the next crawl does less harm than
 * omitting an existing one. Then `complete` is false.
 *
 * A page whose failure may be specific to it is omitted; the result contains the `failure` and is not complete. A result
 * with malformed rows that was read concurrently is not complete either. Then there is no second pass, which would double
 * the cost without benefit. A result whose second pass failed is not complete.
 *
 * @throws FailureError when no page could be read; any other error of `readPage`; the signal's reason. It rejects after
 *   the pages in flight have settled.
 */
export async function crawl(options: CrawlOptions): Promise<CrawlResult> {
  const { width, onProgress, ...rest } = options;
  const answers: Reading<WirePage>[] = [];
  const distinct = new Set<string>();
  let dropped = 0;
  const onAnswer = (page: number, answer: Reading<WirePage>) => {
    answers.push(answer);
    for (const monitor of answer.value.monitors) distinct.add(uuidOf(monitor));
    dropped += answer.value.dropped;
    const read = distinct.size;
    const { total } = answer.value.pagination;
    // An empty page contains no information if it was requested because page 1 failed, or without a total.
    if (read === 0 && (page > 1 || total === null)) return;
    onProgress?.({ read, dropped, rows: () => rowsOf(answers), total: total ?? read, asOf: answer.asOf });
  };
  const first = await readPass({ ...rest, width, onAnswer });
  const result = resultOf(first);
  if (result.complete || !canBeProven(first, distinct.size)) return result;
  const second = await readPass({ ...rest, width: () => 1, onAnswer }).catch(failureOf);
  const merged = { rows: rowsOf(answers), requests: answers.length, complete: false };
  if ('code' in second) return { ...result, ...merged, failure: second };
  const next = resultOf(second);
  if (next.complete) return { ...next, requests: answers.length };
  const { beganAt, asOf, coverage } = result;
  return { ...next, ...merged, beganAt, asOf, coverage, dropped: Math.max(result.dropped, next.dropped) };
}

/**
 * Whether a second pass may prove what the first has not: not after failed pages, without a total, nor if malformed rows
 * explain all missing monitors.
 *
 * @param distinct number of monitors read
 */
function canBeProven(pass: PassResult, distinct: number): boolean {
  const { total } = lastPage(pass).pagination;
  const dropped = droppedOf(pass);
  return pass.coverage === 'all_pages' && total !== null && (dropped === 0 || distinct + dropped < total);
}

/** Returns the failure of an error. @throws any other error */
function failureOf(error: unknown): Failure {
  if (isFailure(error)) return error.failure;
  throw error;
}

function resultOf(pass: PassResult): CrawlResult {
  const { first, later, coverage, failure, pages } = pass;
  return {
    rows: rowsOf([first, ...later]),
    total: lastPage(pass).pagination.total,
    beganAt: first.sentAt ?? first.asOf,
    asOf: first.asOf,
    dropped: droppedOf(pass),
    complete: coverage === 'all_pages' && isProvenComplete(pass),
    ...{ coverage, failure, requests: 1 + later.length, pages },
  };
}

function lastPage({ first, later }: Pass): WirePage {
  return (later.at(-1) ?? first).value;
}

function droppedOf({ first, later }: Pass): number {
  return later.reduce((sum, { value }) => sum + value.dropped, first.value.dropped);
}

/** Returns one row per UUID, as it was last read. @param answers in the order of their arrival */
function rowsOf(answers: readonly Reading<WirePage>[]): MonitorReading[] {
  const rows = new Map<string, MonitorReading>();
  for (const { value, asOf, upstreamNow } of answers)
    for (const monitor of value.monitors) rows.set(uuidOf(monitor), { monitor, asOf, upstreamNow });
  return [...rows.values()];
}
