import { z } from 'zod';
import { seeded } from '../../../lib/testing/simulate/random.ts';

const monitorSchema = z.looseObject({
  monitor_uuid: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  last_check_at: z.string().nullable(),
  last_response_time_ms: z.number().nullable(),
  condition: z.string(),
  observed_since: z.string(),
});
type ChangingMonitor = z.infer<typeof monitorSchema>;

/** A list that changes with every response, see `createChangingList`. */
export interface ChangingList {
  /**
   * Returns the next response for a query of the list. In each one some monitors were checked, and a few went down or
   * up.
   */
  response(url: URL): unknown;
  /** The number of responses so far. */
  responses(): number;
  /** The names on the page of the last response. */
  names(): string[];
}

const ranks = ['down', 'overdue', 'unknown', 'pending', 'up', 'inactive'];
const rank = (monitor: ChangingMonitor) => ranks.indexOf(monitor.condition);
const byAttention = (a: ChangingMonitor, b: ChangingMonitor) =>
  rank(a) - rank(b) ||
  Date.parse(b.observed_since) - Date.parse(a.observed_since) ||
  a.monitor_uuid.localeCompare(b.monitor_uuid);

const REFRESH_MS = 15_000;

/** Creates a deterministic sequence of changes. @param rows the initial monitors, from the product's own list */
export function createChangingList(rows: readonly unknown[]): ChangingList {
  const random = seeded(7);
  let monitors = z.array(monitorSchema).parse(rows);
  let now = Date.now();
  let responses = 0;
  let page: ChangingMonitor[] = [];

  function step(): void {
    now += REFRESH_MS;
    const moment = new Date(now).toISOString();
    monitors = monitors.map((monitor) => {
      const chance = random();
      if (!monitor.is_active || chance > 0.12) return monitor;
      const ms = Math.ceil(random() ** 4 * 30_000);
      const checked = { ...monitor, last_check_at: moment, last_response_time_ms: ms };
      if (chance > 0.02) return checked;
      const condition = monitor.condition === 'down' ? 'up' : 'down';
      return { ...checked, condition, last_status: condition, observed_since: moment };
    });
  }

  return {
    response({ searchParams }) {
      step();
      responses += 1;
      const size = Number(searchParams.get('per_page') ?? 25);
      page = monitors.toSorted(byAttention).slice(0, size);
      const moment = new Date(now).toISOString();
      const total = monitors.length;
      const counts = ranks.map((name) => [
        name,
        monitors.filter(({ condition }) => condition === name).length,
      ]);
      return {
        data: page,
        pagination: { page: 1, per_page: size, total, total_pages: Math.ceil(total / size) },
        facets: {
          condition: Object.fromEntries(counts),
          type: {},
          is_active: {},
          region: {},
          maintenance_mode: {},
          flapping: {},
        },
        meta: {
          as_of: moment,
          refresh_at: moment,
          degraded: null,
          inventory: {
            state: 'complete',
            read: total,
            total,
            missing: null,
            counts: { condition: Object.fromEntries(counts), maintenance: 0 },
          },
        },
      };
    },
    responses: () => responses,
    names: () => page.map(({ name }) => name),
  };
}
