import 'server-only';
import type { Reading } from '../reading.ts';
import type { WirePage } from '../upstream/schema.ts';
import { identityOf, lostNothing, type Pass, rowCount } from './crawl-evidence.ts';

/** A list that says it has more pages is not believed. */
const PAGES_MAX = 2_000;
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
 * A row that is malformed keeps pages read side by side from being complete. Who knows that there is one saves the
 * second pass by a width of 1.
 *
 * @throws whatever `readPage` first rejected with (FailureError), or the signal's reason; always after the pages in
 *   flight have settled
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
    if (lostNothing(once)) return resultOf(once, both.newestFirst(), true);

    const own = createRowCollection();
    const again = await readPass({
      readPage,
      width: () => 1,
      onAnswer(page, answer) {
        own.add(page, answer);
        onAnswer(page, answer);
      },
      signal,
    });
    const complete = lostNothing(again);
    return {
      ...resultOf(again, (complete ? own : both).newestFirst(), complete),
      asOf: (complete ? again : once).first.asOf,
      requests: pagesOf(once) + pagesOf(again),
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Page 1 alone, then the rest, up to `width()` at once; ends at the last page or the first empty one. */
async function readPass(options: {
  readPage: CrawlOptions['readPage'];
  width: () => number;
  onAnswer: (page: number, answer: Reading<WirePage>) => void;
  signal: AbortSignal | undefined;
}): Promise<Pass> {
  const { readPage, width, onAnswer, signal } = options;
  const later: Reading<WirePage>[] = [];
  const inFlight = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let oneAtATime = true;
  let emptyFrom = Number.POSITIVE_INFINITY;

  function take(page: number, answer: Reading<WirePage>): void {
    if (rowCount(answer.value) === 0) emptyFrom = Math.min(emptyFrom, page);
    onAnswer(page, answer);
  }
  async function read(page: number): Promise<void> {
    try {
      const answer = await readPage(page);
      later.push(answer);
      take(page, answer);
    } catch (error) {
      errors.push(error);
    }
  }
  function mayStart(page: number): boolean {
    if (errors.length > 0 || signal?.aborted) return false;
    const { total_pages } = (later.at(-1) ?? first).value.pagination;
    if (page > Math.min(total_pages, PAGES_MAX) || page >= emptyFrom) return false;
    return inFlight.size < Math.max(1, width());
  }

  signal?.throwIfAborted();
  const first = await readPage(1);
  take(1, first);
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
  if (errors.length > 0) throw errors[0];
  signal?.throwIfAborted();
  return { first, later, oneAtATime };
}

function resultOf(pass: Pass, rows: CrawledRow[], complete: boolean): CrawlResult {
  const { first, later } = pass;
  return {
    rows,
    total: (later.at(-1) ?? first).value.pagination.total,
    asOf: first.asOf,
    dropped: later.reduce((sum, { value }) => sum + value.dropped, first.value.dropped),
    complete,
    requests: pagesOf(pass),
  };
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
