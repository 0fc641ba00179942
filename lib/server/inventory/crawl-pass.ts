import 'server-only';
import { type Failure, type FailureError, isFailure } from '../errors.ts';
import { wasNeverSent } from '../quota/in-flight-requests.ts';
import type { Reading } from '../reading.ts';
import type { WirePage } from '../upstream/schema.ts';
import { type Pass, rowCount } from './crawl-evidence.ts';

/** A list that says it has more pages is not believed. */
const PAGES_MAX = 2_000;
/** So many pages that fail one after the other are taken for an outage, which ends the pass. */
const FAILURES_IN_A_ROW = 3;
/** The same while no page has been read, so that nothing speaks for more than an outage. */
const FAILURES_AT_FIRST = 2;

/**
 * Which pages a pass has read. `whole`: all of them; `gaps`: it came to the list's end, and single pages failed on the
 * way; `cut_short`: an outage or a refusal has ended it before.
 */
export type Coverage = 'whole' | 'gaps' | 'cut_short';

/** A pass, and what is missing of it. */
export interface PassResult extends Pass {
  coverage: Coverage;
  /** Why the first page that could not be read was not; null when all were. */
  failure: Failure | null;
  /** How many pages the list has, as far as was seen. */
  pages: number;
}

export interface PassOptions {
  readPage: (page: number) => Promise<Reading<WirePage>>;
  width: () => number;
  onAnswer: (page: number, answer: Reading<WirePage>) => void;
  signal: AbortSignal | undefined;
  /** Page 2 is known not to be there. */
  hasOnePage: boolean;
}

/**
 * Page 1 alone, then the rest, up to `width()` at once; ends at the last page or the first empty one.
 * @throws FailureError when no page with rows could be read, whatever else `readPage` rejected with, or the signal's reason
 */
export async function readPass(options: PassOptions): Promise<PassResult> {
  const { readPage, width, onAnswer, signal, hasOnePage } = options;
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
      if (!isFailure(error)) {
        bugs.push(error);
        return;
      }
      failures.push(error);
      failedInARow += 1;
      const hasRead = answers.length > 0;
      isOver ||= !isOfThisPage(error.failure, hasRead);
      isOver ||= failedInARow >= (hasRead ? FAILURES_IN_A_ROW : FAILURES_AT_FIRST);
    }
  }
  function pagesThereAre(): number {
    // Page 1 has failed: page 2 tells whether there are more.
    const said = answers.at(-1)?.value.pagination.total_pages ?? (hasOnePage ? 1 : 2);
    return Math.min(said, PAGES_MAX, emptyFrom - 1);
  }
  function mayStart(page: number): boolean {
    if (isOver || bugs.length > 0 || signal?.aborted || page > pagesThereAre()) return false;
    return inFlight.size < Math.max(1, width());
  }

  signal?.throwIfAborted();
  await read(1);
  let page = 2;
  for (;;) {
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
  const asked = page - 1;
  const atEnd = page > pagesThereAre() ? 'gaps' : 'cut_short';
  return {
    first,
    later,
    oneAtATime,
    coverage: failed ? atEnd : 'whole',
    failure: failed?.failure ?? null,
    pages: Math.max(asked, pagesThereAre()),
  };
}

/** Whether another page may well be readable. Once one was, anything but a refusal may be this page's own trouble. */
function isOfThisPage(failure: Failure, hasRead: boolean): boolean {
  if ('retryAt' in failure || failure.code === 'api_key_rejected') return false;
  if (hasRead) return true;
  if (failure.code === 'upstream_unreachable') return !wasNeverSent(failure);
  return ['upstream_error', 'upstream_invalid_response', 'upstream_timeout'].includes(failure.code);
}
