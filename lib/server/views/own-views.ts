import 'server-only';
import { z } from 'zod';
import type { OwnView, ViewChanges } from '../../contract/own-views.ts';
import { MAX_VIEWS } from '../../contract/view-limits.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { Storage } from '../storage/storage.ts';
import { toStorageFailure } from '../storage/storage-error.ts';

const columnsSchema = z
  .object({ hiddenColumns: z.array(z.string()).nullable(), columnOrder: z.array(z.string()) })
  .nullable()
  .catch(null);

/** The views that people have saved, at most `MAX_VIEWS` each. The functions throw FailureError `storage_unreachable`. */
export function createOwnViews(storage: Pick<Storage, 'engine' | 'read' | 'write'>) {
  async function read(person: string): Promise<OwnView[]> {
    const rows = await storage.read((db) =>
      db
        .selectFrom('saved_view')
        .select(['name', 'search', 'columns'])
        .where('person', '=', person)
        .orderBy('position')
        .orderBy('key')
        .limit(MAX_VIEWS)
        .execute(),
    );
    return rows.map(({ columns, ...view }) => ({
      ...view,
      columns: columnsSchema.parse(columns === null ? null : parseJson(columns)),
    }));
  }

  function write(person: string, { remove, put }: ViewChanges): Promise<void> {
    return storage.write((db) =>
      db.transaction().execute(async (trx) => {
        const own = trx.deleteFrom('saved_view').where('person', '=', person);
        if (remove.length > 0) await own.where('key', 'in', remove.map(keyOf)).execute();
        for (const { name, search, columns, position } of put) {
          const values = { name, search, columns: columns && JSON.stringify(columns), position };
          await trx
            .insertInto('saved_view')
            .values({ person, key: keyOf(name), ...values })
            .onConflict((row) => row.columns(['person', 'key']).doUpdateSet(values))
            .execute();
        }
        const kept = trx.selectFrom('saved_view').select('key').where('person', '=', person);
        await own.where('key', 'not in', kept.orderBy('position').orderBy('key').limit(MAX_VIEWS)).execute();
      }),
    );
  }

  function refuse(error: unknown): never {
    throw toStorageFailure(error, storage.engine);
  }

  return {
    read: (person: string) => read(person).catch(refuse),
    /** Removes, adds and replaces views. Beyond the maximum number the last ones are dropped. @returns all that remain */
    change: (person: string, changes: ViewChanges) =>
      write(person, changes)
        .then(() => read(person))
        .catch(refuse),
  };
}

/** Names that differ only in case would be confused. */
const keyOf = (name: string) => name.toLowerCase();
