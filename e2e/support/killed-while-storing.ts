/**
 * Preloaded into the product by shared-data-directory.ts: after SIGUSR2 it is killed in the fifth transaction of the history,
 * which is then not committed.
 */
import { DatabaseSync } from 'node:sqlite';

let transactionsLeft = Number.POSITIVE_INFINITY;

DatabaseSync.prototype.exec = new Proxy(DatabaseSync.prototype.exec, {
  apply(exec, database, [sql]) {
    if (String(sql) === 'COMMIT' && database.location()?.endsWith('history.sqlite')) {
      transactionsLeft -= 1;
      if (transactionsLeft === 0) process.kill(process.pid, 'SIGKILL');
    }
    return Reflect.apply(exec, database, [sql]);
  },
});

process.on('SIGUSR2', () => {
  transactionsLeft = 5;
  console.log('it will be killed');
});
