import 'server-only';
import { type Failure, type FailureError, isFailure, isOwnFailure } from '../../errors.ts';
import { maybeSpecific } from '../../quota/specific-failure.ts';
import type { Reading } from '../../upstream/reading.ts';
import type { WirePage } from '../../upstream/schema.ts';
import { type Pass, rowCount, uuidOf } from './crawl-evidence.ts';

/** Maximum number of pages, in case upstream reports an implausible number, or none. */
const PAGES_MAX = 2_000;
/** Number of consecutive failures that are treated as an outage, which ends the pass. */
const MAX_CONSECUTIVE_FAILURES = 3;
/** The same before any page has been read, when an outage is more likely. */
const MAX_INITIAL_FAILURES = 2;

/**
 * The pages that a pass has read. `all_pages`: all; `gaps`: it reached the end of the list, but single pages failed;
 * `interrupted`: an outage or a 429 ended it before.
 */
export type Coverage = 'all_pages' | 'gaps' | 'interrupted';

/** A pass, and which pages are missing. */
export interface PassResult extends Pass {
  coverage: Coverage;
  /** The failure of the first page that could not be read; null when all were read. */
  failure: Failure | null;
  /** Number of pages of the list, as far as known. */
  pages: number;
}

export interface PassOptions {
  /**
   * Reads one page of the unfiltered list, from 1, always with the same `per_page`. The request must be sent after the
   * call: sharing a pending request would invalidate the evidence. Rejects when the page cannot be read.
   */
  readPage: (page: number) => Promise<Reading<WirePage>>;
  /** Current maximum of concurrent pages, 1 to 4. Called before each page is requested. */
  width: () => number;
  onAnswer: (page: number, answer: Reading<WirePage>) => void;
  /** Whether the list is known to have no page 2, which then is not requested when page 1 fails. */
  hasOnePage?: boolean;
  /** After an abort no page is requested, and the pass rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads page 1 first, then the other pages with up to `width()` concurrent requests, until the last page or the first
 * empty one. If upstream does not say how many pages there are, they end with the first one that shows no new monitor.
 *
 * @throws FailureError when no page with rows could be read; any other error of `readPage`; the signal's reason
 */
export async function readPass(options: PassOptions): Promise<PassResult> {
  const { readPage, width, onAnswer, hasOnePage = false, signal } = options;
  const answers: Reading<WirePage>[] = [];
  const inFlight = new Set<Promise<void>>();
  const failures: FailureError[] = [];
  const bugs: unknown[] = [];
  const known = new Set<string>();
  let consecutiveFailures = 0;
  let isOver = false;
  let sequential = true;
  let firstEmptyPage = Number.POSITIVE_INFINITY;
  let nextPage = 1;

  async function read(page: number): Promise<void> {
    try {
      const answer = await readPage(page);
      consecutiveFailures = 0;
      answers.push(answer);
      const { monitors, pagination } = answer.value;
      const knownBefore = known.size;
      for (const monitor of monitors) known.add(uuidOf(monitor));
      const showsNothingNew = known.size === knownBefore;
      const isEnd = pagination.total_pages === null ? showsNothingNew : rowCount(answer.value) === 0;
      if (isEnd) firstEmptyPage = Math.min(firstEmptyPage, page);
      onAnswer(page, answer);
    } catch (error) {
      if (!isFailure(error)) {
        bugs.push(error);
        return;
      }
      failures.push(error);
      consecutiveFailures += 1;
      const hasRead = answers.length > 0;
      const limit = hasRead ? MAX_CONSECUTIVE_FAILURES : MAX_INITIAL_FAILURES;
      isOver ||= !isPageSpecific(error.failure, hasRead) || consecutiveFailures >= limit;
    }
  }

  function pageCount(): number {
    const last = answers.at(-1)?.value.pagination;
    // If page 1 fails, page 2 is requested, which reports the number of pages.
    if (last === undefined) return hasOnePage ? 1 : 2;
    // If the number is not known, there may be one more page.
    return Math.min(last.total_pages ?? nextPage, PAGES_MAX, firstEmptyPage - 1);
  }

  function mayStart(): boolean {
    if (isOver || bugs.length > 0 || signal?.aborted || nextPage > pageCount()) return false;
    return inFlight.size < Math.max(1, width());
  }

  signal?.throwIfAborted();
  await read(1);
  nextPage = 2;
  for (;;) {
    while (mayStart()) {
      if (inFlight.size > 0) sequential = false;
      const flight = read(nextPage).finally(() => inFlight.delete(flight));
      inFlight.add(flight);
      nextPage += 1;
    }
    if (inFlight.size === 0) break;
    await Promise.race(inFlight);
  }
  signal?.throwIfAborted();
  if (bugs.length > 0) throw bugs[0];
  const [failed] = failures;
  const [first, ...later] = answers;
  // An empty page beyond the end, requested because page 1 failed, contains no information.
  if (failed && answers.every(({ value }) => rowCount(value) === 0)) throw failed;
  if (first === undefined) throw new Error('A page was neither read nor did it fail.');
  const incomplete = nextPage > pageCount() ? 'gaps' : 'interrupted';
  return {
    ...{ first, later, sequential },
    coverage: failed ? incomplete : 'all_pages',
    failure: failed?.failure ?? null,
    pages: Math.max(nextPage - 1, pageCount()),
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
