import 'server-only';
import type { CrawlRecord } from './crawl-record.ts';

/** The last crawl, as other replicas see it. */
export interface LastCrawl extends CrawlRecord {
  isRunning: boolean;
  /** Number of requests that it has sent, once it has ended. */
  sent: number;
}

/** The crawls of the replica that leads, and the users of this replica who wait for one. */
export interface CrawlsElsewhere {
  /** Whether one is running, as far as known. */
  isRunning(): boolean;
  /** Resolves with the number of requests of the running crawl, or of the next one, when it has ended. */
  ended(): Promise<number>;
  /** Learns the last crawl of the replica that leads. */
  learn(crawl: LastCrawl): void;
}

export function createCrawlsElsewhere(): CrawlsElsewhere {
  let last: LastCrawl | null = null;
  /** `after`: the start of the last crawl that is not the one waited for; null when any that has ended is. */
  let waiting: { after: number | null; resolve: (sent: number) => void }[] = [];

  return {
    isRunning: () => last?.isRunning === true,
    ended: () =>
      new Promise((resolve) => {
        waiting.push({ after: last === null || last.isRunning ? null : last.startedAt, resolve });
      }),
    learn(crawl) {
      last = crawl;
      if (crawl.isRunning) return;
      const isWaitedFor = (after: number | null) => after === null || crawl.startedAt > after;
      for (const { after, resolve } of waiting) if (isWaitedFor(after)) resolve(crawl.sent);
      waiting = waiting.filter(({ after }) => !isWaitedFor(after));
    },
  };
}
