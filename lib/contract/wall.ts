import * as z from 'zod/mini';
import { changeSchema } from './changes.ts';
import { boolean, documented, number, text, time } from './documented.ts';
import { listedMonitorSchema } from './monitor.ts';
import { inventoryCountsSchema, listMetaSchema, monitorGroupSchema } from './responses.ts';

/** Maximum number of monitors, and of groups, in a response. */
export const WALL_TILES_MAX = 500;
/** Maximum number of changes in a response. */
export const WALL_CHANGES_MAX = 12;

export const wallMonitorSchema = documented(
  z.pick(listedMonitorSchema, {
    monitor_uuid: true,
    name: true,
    regions: true,
    condition: true,
    last_status: true,
    created_at: true,
    observed_since: true,
    changed_after: true,
    maintenance_mode: true,
    flapping: true,
  }),
  'A monitor that is not well.',
);
export type WallMonitor = z.infer<typeof wallMonitorSchema>;

const wallGroupSchema = documented(z.omit(monitorGroupSchema, { monitors: true }), 'A group of the view.');
export type WallGroup = z.infer<typeof wallGroupSchema>;

/** Response body of `GET /api/wall`. */
export const wallSchema = documented(
  z.object({
    data: z.object({
      counts: documented(
        inventoryCountsSchema,
        'Monitors of the view in each condition, and in maintenance.',
      ),
      total: number('Monitors of the view.'),
      not_well: number('How many of them are down, overdue or unknown.'),
      monitors: documented(
        z.array(wallMonitorSchema),
        `These, at most ${WALL_TILES_MAX}: those in maintenance last, the worst first, and of equally bad ones the newest first.`,
      ),
      groups: documented(
        z.nullable(z.array(wallGroupSchema)),
        `The groups of the view, the worst first, at most ${WALL_TILES_MAX}; null without group.`,
      ),
      changes: documented(
        z.array(changeSchema),
        `The last change of each monitor of the view in its condition or maintenance, at most ${WALL_CHANGES_MAX}, the newest first.`,
      ),
    }),
    meta: z.extend(listMetaSchema, {
      view: text('The query that was answered.'),
      refresh_at: time('The earliest time at which asking again can bring anything new.'),
      interval_s: number('Seconds between two readings, as planned now.'),
      demo: boolean('Whether this is demo data.'),
    }),
  }),
  'What a wall shows of a view.',
);
export type Wall = z.infer<typeof wallSchema>;
