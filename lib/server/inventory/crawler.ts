import 'server-only';
import { type Failure, isFailure } from '../errors.ts';
import type { Reading } from '../reading.ts';
import type { WirePage } from '../upstream/schema.ts';
import type { MonitorReading } from './condition.ts';
import { identityOf, lostNothing, type Pass } from './crawl-evidence.ts';
import { type Coverage, type PassResult, readPass } from './crawl-pass.ts';

/** Separates the pages in a row's place; more than a page can hold (upstream/schema). */
const PLACES_A_PAGE = 10_000;

/** How far a crawl has come. */
export interface CrawlProgress {
  /** How many monitors have been read. */
  read: number;
  /** How many malformed rows were left out. */
  dropped: number;
  /** All of them, newest first: put in order when asked for, since that costs as much as there are. */
  rows: () => MonitorReading[];
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
  /** Page 2 is known not to be there: it is not asked for when page 1 fails. */
  hasOnePage?: boolean;
  /** Called after each page that holds rows, and after a first one that does not. */
  onProgress?: ((progress: CrawlProgress) => void) | undefined;
  /** Once aborted no page is started, and the crawl rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface CrawlResult {
  /** One row a monitor, as it was last read; newest first. */
  rows: MonitorReading[];
  /** What upstream last said. */
  total: number;
  /** Our wall time of the oldest answer in `rows`, epoch ms. */
  asOf: number;
  /** How many malformed rows were left out; one that was met on two pages counts twice. */
  dropped: number;
  /** True when certainly no monitor was missed, see `lostNothing`. */
  complete: boolean;
  /** Which pages were read, by the pass that read more of them. */
  coverage: Coverage;
  /** Why a page could not be read, in the second pass if there was one; null when all were. */
  failure: Failure | null;
  /** How many pages were read. */
  requests: number;
  /** How many requests one sound pass takes. */
  pages: number;
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
 * would cost as much again and bring nothing. Nor is one complete whose second pass failed.
 *
 * @throws FailureError when no page could be read, whatever else `readPage` rejected with, or the signal's reason;
 *   always after the pages in flight have settled
 */
export async function crawl(options: CrawlOptions): Promise<CrawlResult> {
  const { readPage, width, onProgress, signal, hasOnePage = false } = options;
  const both = createRowCollection();
  let dropped = 0;
  const onAnswer = (page: number, answer: Reading<WirePage>) => {
    both.add(page, answer);
    dropped += answer.value.dropped;
    // Asked for because page 1 has failed, an empty page tells nothing.
    if (page > 1 && both.size() === 0) return;
    const { total } = answer.value.pagination;
    onProgress?.({ read: both.size(), dropped, rows: both.newestFirst, total, asOf: answer.asOf });
  };
  try {
    const once = await readPass({ readPage, width, onAnswer, signal, hasOnePage });
    const isWhole = once.coverage === 'whole';
    const complete = isWhole && lostNothing(once);
    if (complete || !isWhole || isExplainedByMalformed(once, both.size())) {
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
      hasOnePage,
    }).catch(failureOf);
    if ('code' in again) return { ...resultOf(once, both.newestFirst(), false), failure: again };
    return resultOfTwo(once, again, { own, both });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Whether the malformed rows are all that is missing. @param distinct how many monitors were read */
function isExplainedByMalformed(pass: Pass, distinct: number): boolean {
  const dropped = droppedOf(pass);
  return dropped > 0 && distinct + dropped >= lastOf(pass).pagination.total;
}

/** The failure that has ended a pass. @throws whatever else has */
function failureOf(error: unknown): Failure {
  if (isFailure(error)) return error.failure;
  throw error;
}

/** @param rows of the second pass, and of both. The first has read every page. */
function resultOfTwo(
  once: PassResult,
  again: PassResult,
  rows: Record<'own' | 'both', ReturnType<typeof createRowCollection>>,
): CrawlResult {
  const requests = pagesOf(once) + pagesOf(again);
  if (again.coverage === 'whole' && lostNothing(again)) {
    return { ...resultOf(again, rows.own.newestFirst(), true), requests };
  }
  return {
    ...resultOf(again, rows.both.newestFirst(), false),
    asOf: once.first.asOf,
    dropped: Math.max(droppedOf(once), droppedOf(again)),
    coverage: 'whole',
    requests,
  };
}

function resultOf(pass: PassResult, rows: MonitorReading[], complete: boolean): CrawlResult {
  return {
    rows,
    total: lastOf(pass).pagination.total,
    asOf: pass.first.asOf,
    dropped: droppedOf(pass),
    complete,
    coverage: pass.coverage,
    failure: pass.failure,
    requests: pagesOf(pass),
    pages: pass.pages,
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
  const rows = new Map<string, { row: MonitorReading; createdAt: number; place: number }>();
  return {
    add(page: number, { value, asOf, upstreamNow }: Reading<WirePage>): void {
      value.monitors.forEach((monitor, index) => {
        rows.set(identityOf(monitor), {
          row: { monitor, asOf, upstreamNow },
          createdAt: Date.parse(monitor.created_at),
          place: page * PLACES_A_PAGE + index,
        });
      });
    },
    size: () => rows.size,
    /** By `created_at`; rows of the same moment stand as upstream had them. */
    newestFirst: (): MonitorReading[] =>
      [...rows.values()].sort((a, b) => b.createdAt - a.createdAt || a.place - b.place).map(({ row }) => row),
  };
}
