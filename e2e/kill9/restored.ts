import { z } from 'zod';

/** The list that a product serves after a restart while upstream is down. */
export interface Restored {
  /** From the start of the process to its first response with rows, milliseconds. */
  tookMs: number;
  /** The number of distinct rows on all pages. */
  rows: number;
  /** The generations of these rows: exactly one when the snapshot is consistent. */
  generations: number[];
  /** The generation of the last stored edit; null: there is none. */
  lastChange: number | null;
  /** The age of the list according to `as_of`, milliseconds. */
  ageMs: number;
}

const list = z.object({
  data: z.array(z.object({ monitor_uuid: z.string(), last_response_time_ms: z.number() })),
  pagination: z.object({ total_pages: z.number() }),
  meta: z.object({ as_of: z.iso.datetime(), inventory: z.object({ state: z.string() }) }),
});

const changes = z.object({ data: z.array(z.object({ monitor: z.object({ name: z.string() }) })) });

/** Reads the complete list and the last edit. @param begun when the process was started, by performance.now() */
export async function readRestored(origin: string, begun: number): Promise<Restored> {
  const seen = new Set<string>();
  const generations = new Set<number>();
  let tookMs = 0;
  let ageMs = 0;
  for (let page = 1, last = 1; page <= last; page += 1) {
    const response = await fetch(`${origin}/api/monitors?sort=name&per_page=100&page=${page}`);
    const { data, pagination, meta } = list.parse(await response.json());
    if (page === 1) tookMs = performance.now() - begun;
    ageMs = Date.now() - Date.parse(meta.as_of);
    last = pagination.total_pages;
    for (const row of data) {
      seen.add(row.monitor_uuid);
      generations.add(row.last_response_time_ms);
    }
  }
  const response = await fetch(`${origin}/api/changes?kind=edited&limit=1`);
  const [last] = changes.parse(await response.json()).data;
  const lastChange = last === undefined ? null : Number(last.monitor.name);
  return { tookMs, rows: seen.size, generations: [...generations], lastChange, ageMs };
}
