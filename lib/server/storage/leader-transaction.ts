import 'server-only';
import { sql, type Transaction } from 'kysely';
import type { Database, LeaderTransaction, Tables } from './database.ts';
import { StorageError, toStorageError } from './problem.ts';

/**
 * Every write of the leader checks its term in the same transaction, because a replica that was frozen can believe that it
 * still leads. The lock of the row holds up a new leader until the transaction ends.
 *
 * @param term returns the term in which this replica leads; null: it does not lead. Not asked with SQLite, which one process has
 *   open.
 */
export function createLeaderTransaction(
  { db, engine }: Database,
  term: () => number | null,
): LeaderTransaction {
  return async (run) => {
    try {
      return await db.transaction().execute(async (trx) => {
        if (engine === 'postgresql') await checkTerm(trx, term());
        return await run(trx);
      });
    } catch (error) {
      throw toStorageError(error);
    }
  };
}

async function checkTerm(trx: Transaction<Tables>, term: number | null): Promise<void> {
  if (term === null) throw new StorageError('not_leader');
  const lease = await trx
    .selectFrom('lease')
    .select('term')
    .where('term', '=', term)
    .modifyEnd(sql`FOR SHARE`)
    .executeTakeFirst();
  if (!lease) throw new StorageError('not_leader');
}
