/**
 * Preloaded into the product by shared-data-directory.ts: the process kills itself in the transaction that stores its
 * 500th change, before the commit.
 */
import { DatabaseSync, StatementSync } from 'node:sqlite';

const CHANGES = 500;
let database: DatabaseSync | null = null;

function changesIn(one: DatabaseSync): number {
  const table = one.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'change'").get();
  return table ? Number(one.prepare('SELECT count(*) AS n FROM change').get()?.n) : 0;
}

DatabaseSync.prototype.prepare = new Proxy(DatabaseSync.prototype.prepare, {
  apply(prepare, one: DatabaseSync, given) {
    if (one.location() !== null) database = one;
    return Reflect.apply(prepare, one, given);
  },
});
StatementSync.prototype.run = new Proxy(StatementSync.prototype.run, {
  apply(run, statement: StatementSync, given) {
    const isCommit = statement.sourceSQL.toLowerCase() === 'commit';
    if (isCommit && database && changesIn(database) >= CHANGES) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(run, statement, given);
  },
});
