/**
 * Preloaded into the product by shared-data-directory.ts: every SIGUSR2 starts or ends a full disk, during which
 * every SQLite write fails.
 */
import { DatabaseSync, StatementSync } from 'node:sqlite';

/** SQLITE_FULL (sqlite.org/rescode.html). */
const FULL = 13;
let isFull = false;

function refuse(): void {
  if (isFull) throw Object.assign(new Error('database or disk is full'), { errcode: FULL });
}

StatementSync.prototype.run = new Proxy(StatementSync.prototype.run, {
  apply(run, statement, given) {
    refuse();
    return Reflect.apply(run, statement, given);
  },
});
DatabaseSync.prototype.exec = new Proxy(DatabaseSync.prototype.exec, {
  apply(exec, database, [sql]) {
    if (String(sql).startsWith('BEGIN')) refuse();
    return Reflect.apply(exec, database, [sql]);
  },
});

process.on('SIGUSR2', () => {
  isFull = !isFull;
  console.log(`the disk is ${isFull ? 'full' : 'roomy'}`);
});
