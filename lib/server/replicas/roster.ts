import 'server-only';
import { sql } from 'kysely';
import { z } from 'zod';
import { parseJson } from '../storage/parse-json.ts';
import type { Storage } from '../storage/storage.ts';
import { databaseNow } from './lease.ts';

/** What a replica tells the others about its viewers. */
interface LocalViewers {
  /** The shortest interval that they request, seconds; null when there are none or all have paused. */
  wantedS: number | null;
  ids: readonly string[];
}

/** The running replicas and their viewers. */
export interface Roster {
  /** Number of running replicas, at least 1. */
  count(): number;
  /** The viewers of the other replicas. */
  others(): { wantedS: number | null; ids: ReadonlySet<string> };
  /** Sets the function that tells of the viewers of this replica. */
  announce(local: () => LocalViewers): void;
  /** Adds a function that is called when the viewers of the others have changed. */
  onViewersChanged(listener: () => void): void;
}

export const nobody = { wantedS: null, ids: new Set<string>() };

/** A replica that was not seen for this long is not counted any more. */
const ABSENT_MS = 15_000;

const idsSchema = z.array(z.string()).catch([]);

/** @returns also `meet`, which writes this replica's row and reads the others', and `leave`. Both throw StorageError */
export function createRoster(
  name: string,
  storage: Pick<Storage, 'write'>,
): Roster & { meet: () => Promise<void>; leave: () => Promise<void> } {
  const listeners: (() => void)[] = [];
  let local: () => LocalViewers = () => ({ wantedS: null, ids: [] });
  let others: ReturnType<Roster['others']> = nobody;
  let count = 1;
  return {
    count: () => count,
    others: () => others,
    announce(viewers) {
      local = viewers;
    },
    onViewersChanged: (listener) => listeners.push(listener),
    async meet() {
      const { wantedS, ids } = local();
      const row = { seen_at: databaseNow, wanted_s: wantedS, viewers: JSON.stringify(ids) };
      const present = await storage.write(async (db) => {
        await db
          .insertInto('replica')
          .values({ name, ...row })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
          .execute();
        const oldest = sql<number>`${databaseNow} - ${ABSENT_MS}::bigint`;
        await db.deleteFrom('replica').where('seen_at', '<', oldest).execute();
        return db.selectFrom('replica').selectAll().where('name', '!=', name).execute();
      });
      count = 1 + present.length;
      const wanted = present.flatMap(({ wanted_s }) => (wanted_s === null ? [] : [wanted_s]));
      const before = others;
      others = {
        wantedS: wanted.length === 0 ? null : Math.min(...wanted),
        ids: new Set(present.flatMap(({ viewers }) => idsSchema.parse(parseJson(viewers)))),
      };
      if (before.wantedS === others.wantedS && before.ids.size === others.ids.size) return;
      for (const listener of listeners) listener();
    },
    async leave() {
      await storage.write((db) => db.deleteFrom('replica').where('name', '=', name).execute());
    },
  };
}
