import 'server-only';
import { rmSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, Tables } from './database.ts';

/** Maximum number of cached prepared statements. Each SQL text is one. */
const STATEMENTS_MAX = 200;

export interface SqliteDatabase extends Database {
  /**
   * Copies everything to a new file, and uses the file from then on.
   *
   * @param path of a file that does not exist or is empty
   * @throws an error of SQLite; then the database is used as before
   */
  moveTo(path: string): Promise<void>;
}

/**
 * Opens an SQLite file exclusively, or a database in memory. It does not check the content.
 *
 * @param path the path of the file, or `:memory:`
 * @throws an error of SQLite, `in_use` when another process has the file open
 */
export function openSqlite(path: string): SqliteDatabase {
  let file = openFile(path);
  const statements = new LRUCache<string, StatementSync>({ max: STATEMENTS_MAX });

  /** The interface of better-sqlite3 that Kysely expects. It caches prepared statements. */
  const database = {
    close: () => file.close(),
    prepare(sql: string) {
      // After some errors SQLite has rolled back by itself (sqlite.org/lang_transaction.html). Another rollback would fail, and its error
      // would replace the cause.
      if (sql === 'rollback' && !file.isTransaction) return done;
      const statement = statements.get(sql) ?? file.prepare(sql);
      statements.set(sql, statement);
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...parameters.map(toValue)),
        run: (parameters: readonly unknown[]) => statement.run(...parameters.map(toValue)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters.map(toValue)),
      };
    },
  };
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  return {
    engine: 'sqlite',
    db,
    // Kysely has one connection. While this uses it, no transaction is open.
    moveTo: (target) =>
      db.connection().execute(async () => {
        if ((statSync(target, { throwIfNoEntry: false })?.size ?? 0) > 0)
          throw new Error('The file is not new.');
        try {
          file.prepare('VACUUM INTO ?').run(target);
          const next = openFile(target);
          file.close();
          file = next;
          statements.clear();
        } catch (error) {
          // The part that fitted on a full disk.
          removeFiles(target);
          throw error;
        }
      }),
  };
}

function openFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // `synchronous = NORMAL`: a power failure can lose the last writes, a killed process none.
    // `wal_autocheckpoint`: a checkpoint of few pages holds the event loop for a short time.
    file.exec(`
      PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA auto_vacuum = INCREMENTAL; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 250;
    `);
    file.exec('BEGIN IMMEDIATE; COMMIT');
  } catch (error) {
    file.close();
    throw error;
  }
  return file;
}

/** Deletes a database and the files that SQLite keeps next to it. */
export function removeFiles(path: string): void {
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(/* turbopackIgnore: true */ `${path}${suffix}`, { force: true });
}

/** A statement that does nothing. */
const done = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

function toValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`);
}
