/**
 * Preloaded into the product by shared-data-directory.ts: it is killed in the transaction of the history that stores its
 * 500th change, which is then not committed.
 */
import { DatabaseSync } from 'node:sqlite';

const CHANGES = 500;

function changesIn(database: DatabaseSync): number {
  return Number(database.prepare('SELECT count(*) AS n FROM change').get()?.n);
}

DatabaseSync.prototype.exec = new Proxy(DatabaseSync.prototype.exec, {
  apply(exec, database, [sql]) {
    const isStored = String(sql) === 'COMMIT' && database.location()?.endsWith('history.sqlite');
    if (isStored && changesIn(database) >= CHANGES) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(exec, database, [sql]);
  },
});
