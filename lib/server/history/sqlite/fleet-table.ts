import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { conditions } from '../../../contract/conditions.ts';
import type { FleetSlot } from '../fleet.ts';

/** The slots of the fleet. Times are epoch ms. */
export interface FleetTable {
  /** Writes a slot in the place of what was written of it before. */
  write(slot: FleetSlot): void;
  /** Returns the slots since a time, the oldest first. @param limit only so many; not given: all */
  since(time: number, limit?: number): FleetSlot[];
  /** Deletes the slots that begin after a time. */
  deleteAfter(time: number): void;
}

const row = z.object({
  at: z.number(),
  first_at: z.number(),
  last_at: z.number(),
  down: z.number(),
  overdue: z.number(),
  unknown: z.number(),
  pending: z.number(),
  up: z.number(),
  inactive: z.number(),
  maintenance: z.number(),
});

export function createFleetTable(db: DatabaseSync): FleetTable {
  const columns = Object.keys(row.shape);
  const replace = db.prepare(
    `INSERT OR REPLACE INTO fleet (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const read = db.prepare(`SELECT ${columns.join(', ')} FROM fleet WHERE at >= ? ORDER BY at LIMIT ?`);
  const deleteAfter = db.prepare('DELETE FROM fleet WHERE at > ?');
  return {
    write({ at, firstAt, lastAt, counts: { condition, maintenance } }) {
      replace.run(at, firstAt, lastAt, ...conditions.map((name) => condition[name]), maintenance);
    },
    since: (time, limit = -1) =>
      read.all(time, limit).map((one): FleetSlot => {
        const { at, first_at, last_at, maintenance, ...condition } = row.parse(one);
        return { at, firstAt: first_at, lastAt: last_at, counts: { condition, maintenance } };
      }),
    deleteAfter: (time) => void deleteAfter.run(time),
  };
}
