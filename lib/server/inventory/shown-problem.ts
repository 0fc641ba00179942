import 'server-only';
import type { Clock } from '../clock.ts';
import { type Failure, type Problem, problemAfter } from '../errors.ts';

/**
 * Why there is no newer data: an outage of our own storage or leader, or else the failure of the newest crawl. The methods
 * return whether another failure is shown than before.
 *
 * @param codeChanged receives the code of the shown problem, once for each change; null: it has ended
 */
export function createShownProblem(clock: Clock, codeChanged: (code: Failure['code'] | null) => void) {
  /** Why the newest crawl is missing or incomplete; hidden while an outage lasts. */
  let ofCrawl: Problem | null = null;
  let outage: Problem | null = null;
  let shown: Problem | null = null;

  function update(): boolean {
    const before = shown;
    shown = outage ?? ofCrawl;
    if (before?.failure.code !== shown?.failure.code) codeChanged(shown?.failure.code ?? null);
    return JSON.stringify(before?.failure) !== JSON.stringify(shown?.failure);
  }

  /** A crawl that fails because of an outage says nothing of the API. `startOutage` shows it, because it may end sooner. */
  const isOfOutage = ({ code }: Failure) => code === 'storage_unreachable' || code === 'no_leader';

  function setCrawlProblem(next: Problem | null): boolean {
    ofCrawl = next === null || isOfOutage(next.failure) ? null : next;
    return update();
  }

  return {
    shown: () => shown,
    ofCrawl: () => ofCrawl,
    setCrawlProblem,
    /** A crawl read nothing. */
    crawlFailed: (failure: Failure) =>
      !isOfOutage(failure) && setCrawlProblem(problemAfter(ofCrawl, failure, clock.now())),
    /** A crawl was published. @param failure of a page; null: it read all pages */
    crawlEnded: (failure: Failure | null) =>
      setCrawlProblem(failure && problemAfter(ofCrawl, failure, clock.now())),
    startOutage(failure: Failure): boolean {
      outage = problemAfter(outage, failure, clock.now());
      return update();
    },
    endOutage(): boolean {
      outage = null;
      return update();
    },
  };
}
