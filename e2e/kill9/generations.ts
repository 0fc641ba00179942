import { jsonAnswer, type Script } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireDetail, wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';

/**
 * An organization in which each row identifies its crawl: page 1 begins a new generation, and all rows of a generation
 * have its number as their response time. The first monitor has it as its name, so that each crawl records a change.
 */
export interface Generations {
  script: Script;
  /** The last generation whose pages have all been read. */
  lastCompleted(): number;
}

/** Remainders large enough for the pacing to allow a crawl every second. */
const plenty = {
  'X-RateLimit-Limit': '100000',
  'X-RateLimit-Remaining': '99999',
  'X-RateLimit-Reset': '60',
  'X-Quota-Daily-Limit': '100000000',
  'X-Quota-Daily-Remaining': '99999999',
  'X-Quota-Monthly-Limit': '1000000000',
  'X-Quota-Monthly-Remaining': '999999999',
};

/** The page size of crawls. */
const CRAWL_PAGE_SIZE = 100;

export function createGenerations(monitors: number): Generations {
  let generation = 0;
  let lastCompleted = 0;
  const unread = new Set<number>();

  function page(number: number, perPage: number) {
    const pages = Math.ceil(monitors / perPage);
    // Requests with other page sizes do not belong to a crawl.
    const isCrawl = perPage === CRAWL_PAGE_SIZE;
    if (number === 1 && isCrawl) {
      generation += 1;
      unread.clear();
      for (let other = 1; other <= pages; other += 1) unread.add(other);
    }
    if (isCrawl) unread.delete(number);
    if (isCrawl && unread.size === 0) lastCompleted = generation;
    const first = (number - 1) * perPage;
    const count = Math.max(0, Math.min(perPage, monitors - first));
    const rows = Array.from({ length: count }, (_, row) => rowOf(first + row + 1));
    return {
      data: rows,
      pagination: { page: number, per_page: perPage, total: monitors, total_pages: pages },
    };
  }

  const rowOf = (n: number) => ({
    ...wireRow(n),
    ...(n === 1 ? { name: String(generation) } : {}),
    last_response_time_ms: generation,
  });

  return {
    script({ target }) {
      const url = new URL(target, 'http://upstream.invalid');
      const [, n] = /\/monitors\/[\w-]{24}(\d{12})$/.exec(url.pathname) ?? [];
      if (n !== undefined) return jsonAnswer(200, { data: wireDetail(Number(n)) }, plenty);
      const { searchParams } = url;
      return jsonAnswer(
        200,
        page(Number(searchParams.get('page')), Number(searchParams.get('per_page'))),
        plenty,
      );
    },
    lastCompleted: () => lastCompleted,
  };
}
