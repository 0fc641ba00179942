import { z } from 'zod';

/** What a product serves after a restart with upstream dead. */
export interface Restored {
  /** From the start of the process to its first answer with rows, milliseconds. */
  tookMs: number;
  /** Rows in all pages together, each counted once. */
  rows: number;
  /** The generations that these rows are of: one when the snapshot is whole. */
  generations: number[];
  /** How old the list says it is, milliseconds. */
  ageMs: number;
}

const list = z.object({
  data: z.array(z.object({ monitor_uuid: z.string(), last_response_time_ms: z.number() })),
  pagination: z.object({ total_pages: z.number() }),
  meta: z.object({ as_of: z.iso.datetime(), inventory: z.object({ state: z.string() }) }),
});

/** Reads the whole list as somebody who comes right then. @param begun when its process was started, of performance.now() */
export async function readRestored(origin: string, begun: number): Promise<Restored> {
  const seen = new Set<string>();
  const generations = new Set<number>();
  let tookMs = 0;
  let ageMs = 0;
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await fetch(`${origin}/api/monitors?sort=name&per_page=100&page=${page}`);
    const { data, pagination, meta } = list.parse(await answer.json());
    if (page === 1) tookMs = performance.now() - begun;
    ageMs = Date.now() - Date.parse(meta.as_of);
    last = pagination.total_pages;
    for (const row of data) {
      seen.add(row.monitor_uuid);
      generations.add(row.last_response_time_ms);
    }
  }
  return { tookMs, rows: seen.size, generations: [...generations], ageMs };
}
