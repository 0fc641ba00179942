import 'server-only';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, Tables } from './database.ts';

/** Maximum number of cached prepared statements. Each SQL text is one. */
const STATEMENTS_MAX = 200;

/**
 * Opens an SQLite file exclusively, or a database in memory. It does not check the content.
 *
 * @param path the path of the file, or `:memory:`
 * @throws an error of SQLite, `in_use` when another process has the file open
 */
export function openSqlite(path: string): Database {
  const file = openFile(path);
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
  return { engine: 'sqlite', db: new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }) };
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
