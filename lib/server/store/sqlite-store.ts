import 'server-only';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { storeErrorOf } from './sqlite-problem.ts';
import { type Store, StoreError } from './store.ts';

/** Written into the file; another number is another layout. */
const LAYOUT = 1;
/** Parts written before others are let in again: a large record must not contain up answers. */
const PARTS_A_TURN = 4;

const schema = `
  CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS record (key TEXT PRIMARY KEY, turn INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS record_by_turn ON record (turn);
  CREATE TABLE IF NOT EXISTS part (
    key TEXT NOT NULL, turn INTEGER NOT NULL, place INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (key, turn, place)
  ) STRICT, WITHOUT ROWID;
`;

const bodyRow = z.object({ body: z.string() });
const keyRow = z.object({ key: z.string() });
const turnRow = z.object({ turn: z.number().nullable() });
const valueRow = z.object({ value: z.string() }).optional();
const checkRow = z.object({ quick_check: z.string() });
const layoutRow = z.object({ user_version: z.number() });
/** Of writes that a killed process began. */
const leftOver = 'NOT EXISTS (SELECT 1 FROM record WHERE record.key = part.key AND record.turn = part.turn)';

/**
 * Keeps records in one SQLite file that this process alone has open. A record's new parts are written beside its old
 * ones, a few at a time, and one small transaction then makes them the record: so a long write blocks nobody, and a
 * process killed at any moment leaves the old record or the new one.
 *
 * @param binding what the data belongs to; a file that belongs to something else is emptied
 * @throws StoreError; `other` also for a file that is no such store
 */
export function openSqliteStore(path: string, binding: string): Store {
  const db = attempt(() => open(path, binding));
  let turn = turnRow.parse(db.prepare('SELECT max(turn) AS turn FROM record').get()).turn ?? 0;
  const insertPart = db.prepare('INSERT INTO part (key, turn, place, body) VALUES (?, ?, ?, ?)');
  const forgetParts = db.prepare('DELETE FROM part WHERE key = ? AND turn <> ?');
  const setRecord = db.prepare('INSERT OR REPLACE INTO record (key, turn) VALUES (?, ?)');
  const removeRecord = db.prepare('DELETE FROM record WHERE key = ?');
  const readParts = db.prepare(
    'SELECT body FROM part JOIN record USING (key, turn) WHERE key = ? ORDER BY place',
  );
  const hasRecord = db.prepare('SELECT key FROM record WHERE key = ?');
  const listKeys = db.prepare('SELECT key FROM record WHERE substr(key, 1, ?) = ? ORDER BY turn DESC');

  /** One after the other: what is asked later sees what was asked before. */
  let last: Promise<unknown> = Promise.resolve();
  function queued<T>(run: () => T | Promise<T>): Promise<T> {
    const result = last.then(async () => {
      try {
        return await run();
      } catch (error) {
        throw storeErrorOf(error);
      }
    });
    last = result.catch(() => undefined);
    return result;
  }

  return {
    read: (key) =>
      queued(() =>
        hasRecord.get(key) === undefined
          ? null
          : z
              .array(bodyRow)
              .parse(readParts.all(key))
              .map(({ body }) => body),
      ),
    write: (key, parts) =>
      queued(async () => {
        turn += 1;
        const mine = turn;
        try {
          let place = 0;
          for (const body of parts) {
            insertPart.run(key, mine, place, body);
            place += 1;
            if (place % PARTS_A_TURN === 0) await setImmediate();
          }
          transaction(db, () => {
            setRecord.run(key, mine);
            forgetParts.run(key, mine);
          });
        } catch (error) {
          // Parts of a write that failed take room that may just be what is missing.
          quietly(() => db.prepare('DELETE FROM part WHERE key = ? AND turn = ?').run(key, mine));
          throw error;
        }
      }),
    keys: (prefix) =>
      queued(() =>
        z
          .array(keyRow)
          .parse(listKeys.all(prefix.length, prefix))
          .map(({ key }) => key),
      ),
    remove: (key) =>
      queued(() =>
        transaction(db, () => {
          removeRecord.run(key);
          forgetParts.run(key, -1);
        }),
      ),
    close: () => queued(() => db.close()),
  };
}

function open(path: string, binding: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 2000 });
  try {
    // Exclusive: a second process that opened the same file would spend the same quota unseen.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    // Room that a record leaves is taken by the next one, so the file is never shrunk.
    db.exec('PRAGMA journal_size_limit = 67108864;');
    refuseDamaged(db);
    // Only when need be: what a full disk holds can still be read.
    if (!isReady(db, binding)) transaction(db, () => prepare(db, binding));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Damage is found at the start, while the file can still be set aside, and not in the middle of serving. */
function refuseDamaged(db: DatabaseSync): void {
  const { quick_check: result } = checkRow.parse(db.prepare('PRAGMA quick_check(1)').get());
  if (result !== 'ok') throw new StoreError('other', result);
}

/** Whether the file is as `prepare` leaves it. @throws StoreError for another layout */
function isReady(db: DatabaseSync, binding: string): boolean {
  const layout = layoutRow.parse(db.prepare('PRAGMA user_version').get()).user_version;
  if (layout === 0) return false;
  if (layout !== LAYOUT) throw new StoreError('other', `layout ${layout}`);
  return bindingOf(db) === binding && db.prepare(`SELECT 1 FROM part WHERE ${leftOver}`).get() === undefined;
}

function prepare(db: DatabaseSync, binding: string): void {
  db.exec(schema);
  db.exec(`PRAGMA user_version = ${LAYOUT}`);
  if (bindingOf(db) !== binding) db.exec('DELETE FROM part; DELETE FROM record;');
  db.prepare("INSERT OR REPLACE INTO about (name, value) VALUES ('binding', ?)").run(binding);
  db.exec(`DELETE FROM part WHERE ${leftOver}`);
}

function bindingOf(db: DatabaseSync): string | undefined {
  return valueRow.parse(db.prepare("SELECT value FROM about WHERE name = 'binding'").get())?.value;
}

function transaction(db: DatabaseSync, run: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    run();
    db.exec('COMMIT');
  } catch (error) {
    quietly(() => db.exec('ROLLBACK'));
    throw error;
  }
}

function attempt<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw storeErrorOf(error);
  }
}

function quietly(run: () => unknown): void {
  try {
    run();
  } catch {
    // The first error is the one that counts.
  }
}
