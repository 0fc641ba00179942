import 'server-only';
import { type Failure, type FailureError, isFailure, isOwnFailure } from '../../errors.ts';
import { maybeSpecific } from '../../quota/upstream-request.ts';
import type { Reading } from '../../upstream/gateway.ts';
import type { WirePage } from '../../upstream/schema.ts';
import type { MonitorReading } from '../snapshot/condition.ts';
import type { Missing } from '../snapshot/snapshot.ts';
import { isProvenComplete, rowCount, rowUuid } from './crawl-evidence.ts';

/** Maximum number of pages, in case upstream reports an implausible number. */
const PAGES_MAX = 2_000;
/** Number of consecutive failures that are treated as an outage, which ends the pass. */
const MAX_CONSECUTIVE_FAILURES = 3;
/** Number of failures that end the pass before any page was read, because an outage is then more likely. */
const MAX_INITIAL_FAILURES = 2;

/**
 * The pages that a pass has read. `all_pages`: all; `gaps`: it reached the end of the list, but single pages failed;
 * `interrupted`: an outage or a 429 ended it before.
 */
type Extent = 'all_pages' | 'gaps' | 'interrupted';

export interface CrawlProgress {
  read: number;
  /** Number of malformed rows, which are dropped. */
  dropped: number;
  rows: () => MonitorReading[];
  /** The last `total`. */
  total: number;
  /** When the last response arrived, by our wall clock, epoch ms. */
  asOf: number;
}

export interface CrawlOptions {
  /**
   * Reads one page of the unfiltered list, from 1, always with the same `per_page`. The request must be sent after the
   * call: sharing a pending request would invalidate the evidence. Rejects when the page cannot be read.
   */
  readPage: (page: number) => Promise<Reading<WirePage>>;
  /** Called after each page with rows, and after an empty page 1. */
  onProgress?: (progress: CrawlProgress) => void;
  /** After an abort no page is requested, and the crawl rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface CrawlResult {
  /** One row per monitor, as it was last read, in any order. */
  rows: MonitorReading[];
  /** The last `total`. */
  total: number;
  /** When the request of the oldest response in `rows` was sent, by our wall clock, epoch ms. */
  beganAt: number;
  /** Time of the oldest response in `rows`, by our wall clock, epoch ms. */
  asOf: number;
  /** Number of dropped malformed rows. A row that was read on two pages counts twice. */
  dropped: number;
  /** Whether it is proven that no monitor was missed (`isProvenComplete`). */
  complete: boolean;
  /** The pages that were read, by the pass that read more of them. */
  extent: Extent;
  /** The failure of a page, in the second pass if there was one; null when all pages were read. */
  failure: Failure | null;
  /** Number of pages read. */
  requests: number;
  /** Number of requests of one pass without failures. */
  pages: number;
}

/**
 * Reads the complete list, page by page. When a pass is not proven to be complete, the list is read a second time
 * (docs/quota.md, "Crawl").
 *
 * A complete second pass replaces the first: a monitor that is not in it was deleted. An incomplete one is merged with
 * the first, because it may have missed rows; showing a deleted monitor until the next crawl does less harm than
 * omitting an existing one. Then `complete` is false.
 *
 * A page whose failure may be specific to it is omitted; the result contains the `failure` and is not complete. Then there is no
 * second pass, which would double the cost without benefit. A result whose second pass failed is not complete.
 *
 * @throws FailureError when no page could be read; any other error of `readPage`; the signal's reason
 */
export async function crawl(options: CrawlOptions): Promise<CrawlResult> {
  const answers: Reading<WirePage>[] = [];
  const distinct = new Set<string>();
  let dropped = 0;
  const onAnswer = (page: number, answer: Reading<WirePage>) => {
    answers.push(answer);
    for (const monitor of answer.value.monitors) distinct.add(rowUuid(monitor));
    dropped += answer.value.dropped;
    const read = distinct.size;
    // An empty page contains no information if it was requested because page 1 failed.
    if (read === 0 && page > 1) return;
    const { total } = answer.value.pagination;
    options.onProgress?.({ read, dropped, rows: () => rowsOf(answers), total, asOf: answer.asOf });
  };
  const first = await readPass(options, onAnswer);
  const result = resultOf(first);
  if (result.complete || first.extent !== 'all_pages') return result;
  const second = await readPass(options, onAnswer).catch(failureOf);
  const merged = { rows: rowsOf(answers), requests: answers.length, complete: false };
  if ('code' in second) return { ...result, ...merged, failure: second };
  const next = resultOf(second);
  if (next.complete) return { ...next, requests: answers.length };
  const { beganAt, asOf, extent } = result;
  return { ...next, ...merged, beganAt, asOf, extent, dropped: Math.max(result.dropped, next.dropped) };
}

/** The pages that a pass has read, at least one, and which are missing. */
interface PassResult {
  first: Reading<WirePage>;
  later: readonly Reading<WirePage>[];
  extent: Extent;
  /** The failure of the first page that could not be read; null when all were read. */
  failure: Failure | null;
  /** Number of pages of the list, as far as known. */
  pages: number;
}

/**
 * Reads the pages in order, one at a time, until the last page or an empty one.
 *
 * @throws FailureError when no page with rows could be read; any other error of `readPage`; the signal's reason
 */
async function readPass(
  { readPage, signal }: CrawlOptions,
  onAnswer: (page: number, answer: Reading<WirePage>) => void,
): Promise<PassResult> {
  const answers: Reading<WirePage>[] = [];
  const failures: FailureError[] = [];
  let consecutiveFailures = 0;
  let isOver = false;
  // If page 1 fails, page 2 is requested, which reports the number of pages.
  let pages = 2;

  async function read(page: number): Promise<void> {
    try {
      const answer = await readPage(page);
      consecutiveFailures = 0;
      answers.push(answer);
      const isEnd = rowCount(answer.value) === 0;
      pages = isEnd ? page - 1 : Math.min(answer.value.pagination.total_pages, PAGES_MAX);
      onAnswer(page, answer);
    } catch (error) {
      if (!isFailure(error)) throw error;
      failures.push(error);
      consecutiveFailures += 1;
      const hasRead = answers.length > 0;
      const limit = hasRead ? MAX_CONSECUTIVE_FAILURES : MAX_INITIAL_FAILURES;
      isOver ||= !isPageSpecific(error.failure, hasRead) || consecutiveFailures >= limit;
    }
  }

  signal?.throwIfAborted();
  let nextPage = 1;
  while (!isOver && nextPage <= pages) {
    await read(nextPage);
    signal?.throwIfAborted();
    nextPage += 1;
  }
  const [failed] = failures;
  const [first, ...later] = answers;
  // An empty page beyond the end, requested because page 1 failed, contains no information.
  if (failed && answers.every(({ value }) => rowCount(value) === 0)) throw failed;
  if (first === undefined) throw new Error('A page was neither read nor did it fail.');
  const incomplete = nextPage > pages ? 'gaps' : 'interrupted';
  return {
    first,
    later,
    extent: failed ? incomplete : 'all_pages',
    failure: failed?.failure ?? null,
    pages: Math.max(nextPage - 1, pages),
  };
}

/**
 * Whether the failure may concern this page only, so that other pages may be readable. After a page was read, this holds
 * for all failures except those that concern every request: 429, a rejected key, our storage.
 */
function isPageSpecific(failure: Failure, hasRead: boolean): boolean {
  if ('retryAt' in failure || failure.code === 'api_key_rejected') return false;
  if (isOwnFailure(failure)) return false;
  return hasRead || maybeSpecific(failure);
}

/** Returns the failure of an error. @throws any other error */
function failureOf(error: unknown): Failure {
  if (isFailure(error)) return error.failure;
  throw error;
}

function resultOf({ first, later, extent, failure, pages }: PassResult): CrawlResult {
  const answers = [first, ...later];
  return {
    rows: rowsOf(answers),
    total: (later.at(-1) ?? first).value.pagination.total,
    beganAt: first.sentAt ?? first.asOf,
    asOf: first.asOf,
    dropped: answers.reduce((sum, { value }) => sum + value.dropped, 0),
    complete: extent === 'all_pages' && isProvenComplete(answers.map(({ value }) => value)),
    extent,
    failure,
    requests: answers.length,
    pages,
  };
}

/** Returns one row per UUID, as it was last read. @param answers in the order of their arrival */
function rowsOf(answers: readonly Reading<WirePage>[]): MonitorReading[] {
  const rows = new Map<string, MonitorReading>();
  for (const { value, asOf, upstreamNow } of answers)
    for (const monitor of value.monitors) rows.set(rowUuid(monitor), { monitor, asOf, upstreamNow });
  return [...rows.values()];
}

/**
 * Returns how many monitors a crawl is known to miss, and why; null for none. The count is the difference between the
 * reported total and the rows read, at least the number of malformed rows, and at least 1 if the crawl is not proven
 * complete.
 */
export function missingOf({ rows, total, dropped, complete, extent }: CrawlResult): Missing | null {
  const count = Math.max(total - rows.length, dropped, complete ? 0 : 1);
  if (count <= 0) return null;
  if (extent !== 'all_pages') return { count, reason: 'page_failed' };
  return { count, reason: dropped > 0 ? 'malformed_rows' : 'moved_rows' };
}
