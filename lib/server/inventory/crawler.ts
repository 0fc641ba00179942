import 'server-only';
import { type Failure, FailureError } from '../errors.ts';
import type { Reading } from '../reading.ts';
import type { WirePage } from '../upstream/schema.ts';
import { identityOf, lostNothing, type Pass, rowCount } from './crawl-evidence.ts';

/** A list that says it has more pages is not believed. */
const PAGES_MAX = 2_000;
/** So many pages that fail one after the other are taken for an outage, which ends the pass. */
const FAILURES_IN_A_ROW = 2;
/** Separates the pages in a row's place; more than a page can hold (upstream/schema). */
const PLACES_A_PAGE = 10_000;

/** One monitor of the inventory, and upstream's own clock when its row was read (epoch ms). */
export interface CrawledRow {
  monitor: WirePage['monitors'][number];
  upstreamNow: number;
}

/** How far a crawl has come. */
export interface CrawlProgress {
  /** How many monitors have been read. */
  read: number;
  /** All of them, newest first: put in order when asked for, since that costs as much as there are. */
  rows: () => CrawledRow[];
  /** The last `total`. */
  total: number;
  /** Our wall time of the last answer, epoch ms. */
  asOf: number;
}

export interface CrawlOptions {
  /**
   * Reads one page of the unfiltered list, from 1, always with the same `per_page`. The request must go out after
   * the call: joining one that was already under way would break the evidence. Rejects when the page cannot be read.
   */
  readPage: (page: number) => Promise<Reading<WirePage>>;
  /** How many pages may be in flight at the moment, 1 to 4. Asked before each page is started. */
  width: () => number;
  /** Called after each page. */
  onProgress?: ((progress: CrawlProgress) => void) | undefined;
  /** Once aborted no page is started, and the crawl rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface CrawlResult {
  /** One row a monitor, as it was last read; newest first. */
  rows: CrawledRow[];
  /** What upstream last said. */
  total: number;
  /** Our wall time of the oldest answer in `rows`, epoch ms. */
  asOf: number;
  /** How many malformed rows were left out; one that was met on two pages counts twice. */
  dropped: number;
  /** True when certainly no monitor was missed, see `lostNothing`. */
  complete: boolean;
  /** Why at least one page could not be read; null when all were. */
  failure: Failure | null;
  /** How many pages were read. */
  requests: number;
}

/**
 * Reads the whole list. When a pass cannot be shown to have lost nothing, the list is read once more, one page at a
 * time: additions, however many, cannot spoil that (quota design, "Crawl").
 *
 * A second pass that is complete stands alone: what it does not hold was deleted. One that is not is laid over the
 * first pass, since a row only the first one met may have been missed: a monitor that lingers for a round does less
 * harm than one that goes missing. `complete` is false then.
 *
 * A page that cannot be read is left out when the failure may be the page's own; the result then names it in `failure`
 * and is not complete. Nor is one with malformed rows that was read side by side. Neither is read a second time: that
 * would cost as much again and bring nothing.
 *
 * @throws FailureError when no page could be read, whatever else `readPage` rejected with, or the signal's reason;
 *   always after the pages in flight have settled
 */
export async function crawl(options: CrawlOptions): Promise<CrawlResult> {
  const { readPage, width, onProgress, signal } = options;
  const both = createRowCollection();
  const onAnswer = (page: number, answer: Reading<WirePage>) => {
    both.add(page, answer);
    const { total } = answer.value.pagination;
    onProgress?.({ read: both.size(), rows: both.newestFirst, total, asOf: answer.asOf });
  };
  try {
    const once = await readPass({ readPage, width, onAnswer, signal });
    const complete = once.failure === null && lostNothing(once);
    if (complete || once.failure !== null || isExplainedByMalformed(once, both.size())) {
      return resultOf(once, both.newestFirst(), complete);
    }

    const own = createRowCollection();
    const again = await readPass({
      readPage,
      width: () => 1,
      onAnswer(page, answer) {
        own.add(page, answer);
        onAnswer(page, answer);
      },
      signal,
    }).catch(noneForFailures);
    if (again === null) return resultOf(once, both.newestFirst(), false);
    const isWhole = again.failure === null && lostNothing(again);
    return {
      ...resultOf(again, (isWhole ? own : both).newestFirst(), isWhole),
      asOf: (isWhole ? again : once).first.asOf,
      // The first pass has read every page.
      failure: null,
      requests: pagesOf(once) + pagesOf(again),
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

function noneForFailures(error: unknown): null {
  if (error instanceof FailureError) return null;
  throw error;
}

/** A pass, and why a page of it is missing. */
interface PassResult extends Pass {
  failure: Failure | null;
}

/** Whether the malformed rows are all that is missing. @param distinct how many monitors were read */
function isExplainedByMalformed(pass: Pass, distinct: number): boolean {
  const dropped = droppedOf(pass);
  return dropped > 0 && distinct + dropped >= lastOf(pass).pagination.total;
}

/** Page 1 alone, then the rest, up to `width()` at once; ends at the last page or the first empty one. */
async function readPass(options: {
  readPage: CrawlOptions['readPage'];
  width: () => number;
  onAnswer: (page: number, answer: Reading<WirePage>) => void;
  signal: AbortSignal | undefined;
}): Promise<PassResult> {
  const { readPage, width, onAnswer, signal } = options;
  const answers: Reading<WirePage>[] = [];
  const inFlight = new Set<Promise<void>>();
  const failures: FailureError[] = [];
  const bugs: unknown[] = [];
  let failedInARow = 0;
  let isOver = false;
  let oneAtATime = true;
  let emptyFrom = Number.POSITIVE_INFINITY;

  async function read(page: number): Promise<void> {
    try {
      const answer = await readPage(page);
      failedInARow = 0;
      answers.push(answer);
      if (rowCount(answer.value) === 0) emptyFrom = Math.min(emptyFrom, page);
      onAnswer(page, answer);
    } catch (error) {
      if (!(error instanceof FailureError)) bugs.push(error);
      else failures.push(error);
      failedInARow += 1;
      isOver ||= !isOfThisPage(error, page) || failedInARow >= FAILURES_IN_A_ROW;
    }
  }
  function mayStart(page: number): boolean {
    if (isOver || bugs.length > 0 || signal?.aborted) return false;
    // Page 1 has failed: page 2 tells whether there are more.
    const totalPages = answers.at(-1)?.value.pagination.total_pages ?? 2;
    if (page > Math.min(totalPages, PAGES_MAX) || page >= emptyFrom) return false;
    return inFlight.size < Math.max(1, width());
  }

  signal?.throwIfAborted();
  await read(1);
  for (let page = 2; ; ) {
    while (mayStart(page)) {
      if (inFlight.size > 0) oneAtATime = false;
      const flight = read(page).finally(() => inFlight.delete(flight));
      inFlight.add(flight);
      page += 1;
    }
    if (inFlight.size === 0) break;
    await Promise.race(inFlight);
  }
  if (bugs.length > 0) throw bugs[0];
  signal?.throwIfAborted();
  const [failed] = failures;
  // A page past the end, asked for because page 1 has failed, tells nothing.
  if (failed && answers.every(({ value }) => rowCount(value) === 0)) throw failed;
  const [first, ...later] = answers;
  if (first === undefined) throw new Error('A page was neither read nor did it fail.');
  return { first, later, oneAtATime, failure: failed?.failure ?? null };
}

/** Whether another page may well be readable. A first page that takes too long keeps everybody waiting: that is enough. */
function isOfThisPage(error: unknown, page: number): boolean {
  if (!(error instanceof FailureError)) return false;
  const { code } = error.failure;
  if (code === 'upstream_timeout') return page > 1;
  return code === 'upstream_error' || code === 'upstream_invalid_response';
}

function resultOf(pass: PassResult, rows: CrawledRow[], complete: boolean): CrawlResult {
  return {
    rows,
    total: lastOf(pass).pagination.total,
    asOf: pass.first.asOf,
    dropped: droppedOf(pass),
    complete,
    failure: pass.failure,
    requests: pagesOf(pass),
  };
}

function lastOf({ first, later }: Pass): WirePage {
  return (later.at(-1) ?? first).value;
}

function droppedOf({ first, later }: Pass): number {
  return later.reduce((sum, { value }) => sum + value.dropped, first.value.dropped);
}

function pagesOf({ later }: Pass): number {
  return 1 + later.length;
}

/** One row for each UUID: the newest reading wins. */
function createRowCollection() {
  const rows = new Map<string, { row: CrawledRow; createdAt: number; place: number }>();
  return {
    add(page: number, { value, upstreamNow }: Reading<WirePage>): void {
      value.monitors.forEach((monitor, index) => {
        rows.set(identityOf(monitor), {
          row: { monitor, upstreamNow },
          createdAt: Date.parse(monitor.created_at),
          place: page * PLACES_A_PAGE + index,
        });
      });
    },
    size: () => rows.size,
    /** By `created_at`; rows of the same moment stand as upstream had them. */
    newestFirst: (): CrawledRow[] =>
      [...rows.values()].sort((a, b) => b.createdAt - a.createdAt || a.place - b.place).map(({ row }) => row),
  };
}
