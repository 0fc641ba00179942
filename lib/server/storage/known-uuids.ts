import 'server-only';
import { z } from 'zod';
import { decompressLines } from './compressed-lines.ts';
import type { Storage } from './storage.ts';

const rowsSchema = z.array(z.object({ monitor_uuid: z.string() })).catch([]);

/** Returns the UUIDs of the monitors in the stored list, details and history, in lower case. @throws StorageError */
export async function knownUuids(storage: Pick<Storage, 'read'>): Promise<ReadonlySet<string>> {
  const [details, seen, list] = await Promise.all([
    storage.read((db) => db.selectFrom('detail').select('uuid').execute()),
    storage.read((db) => db.selectFrom('monitor_seen').select('uuid').execute()),
    storage.read((db) => db.selectFrom('snapshot').select('body').executeTakeFirst()),
  ]);
  // A list that cannot be read is no evidence.
  const lines = list?.body ? await decompressLines(list.body).catch(() => []) : [];
  const listed = lines.flatMap((line) => rowsSchema.parse(JSON.parse(line)));
  return new Set(
    [...[...details, ...seen].map(({ uuid }) => uuid), ...listed.map((row) => row.monitor_uuid)].map(lower),
  );
}

const lower = (uuid: string) => uuid.toLowerCase();
