import 'server-only';
import { z } from 'zod';
import type { Storage } from '../storage/storage.ts';
import { wallTime } from '../storage/wall-time-schema.ts';
import type { Reading } from './reading.ts';
import { readDetail, type WireDetail } from './schema.ts';

/** Maximum number of stored details. The oldest are removed. */
const STORED_MAX = 2000;

const storedSchema = z.object({ asOf: wallTime, upstreamNow: wallTime, value: z.unknown() });

/** Parses a stored detail like a response of upstream. @throws Error when it is not valid */
export function parseDetail(text: string, uuid: string): Reading<WireDetail> {
  const { asOf, upstreamNow, value } = storedSchema.parse(JSON.parse(text));
  const detail = readDetail({ data: value }, uuid);
  if (!detail.ok) throw new Error(detail.reason);
  return { value: detail.value, asOf, upstreamNow };
}

/** Unknown fields are left out, so that they are read as unknown again. */
export function serializeDetail({ value, asOf, upstreamNow }: Reading<WireDetail>): string {
  const known = Object.entries(value).filter(([name]) => !value.unknown_fields.includes(name));
  return JSON.stringify({ asOf, upstreamNow, value: Object.fromEntries(known) });
}

export type StoredDetails = ReturnType<typeof createStoredDetails>;

/**
 * The details of visited monitors in the database, for the next process and the other replicas.
 *
 * @param isProven whether stored data may be shown (ownership.ts)
 */
export function createStoredDetails(storage: Pick<Storage, 'read' | 'asLeader'>, isProven: () => boolean) {
  return {
    /** Returns null for a detail that is not stored or cannot be read. */
    async load(uuid: string): Promise<Reading<WireDetail> | null> {
      if (!isProven()) return null;
      try {
        const row = await storage.read((db) =>
          db.selectFrom('detail').select('body').where('uuid', '=', uuid).executeTakeFirst(),
        );
        return row === undefined ? null : parseDetail(row.body, uuid);
      } catch {
        return null;
      }
    },
    /** Stores a detail soon, if the database can be reached. @param reading null: removes the stored one */
    save(uuid: string, reading: Reading<WireDetail> | null): void {
      if (!isProven()) return;
      const stored = storage.asLeader(async (trx) => {
        if (reading === null) return trx.deleteFrom('detail').where('uuid', '=', uuid).execute();
        const row = { uuid, body: serializeDetail(reading), fetched_at: Math.round(reading.asOf) };
        const upsert = trx.insertInto('detail').values(row);
        await upsert.onConflict((conflict) => conflict.column('uuid').doUpdateSet(row)).execute();
        const kept = trx.selectFrom('detail').select('uuid').orderBy('fetched_at', 'desc').limit(STORED_MAX);
        return trx.deleteFrom('detail').where('uuid', 'not in', kept).execute();
      });
      stored.catch(() => {});
    },
  };
}
