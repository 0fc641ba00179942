import 'server-only';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { isOwnedBy, writeOwner } from './owner-rows.ts';
import { ensurePrivateFile } from './private-files.ts';
import { toStoreError, UnreadableError } from './sqlite-problem.ts';
import type { Store } from './store.ts';
import type { Owner } from './whose-data.ts';

/** Version of the file's layout, stored in the file. */
const LAYOUT = 1;
/**
 * Number of parts written before the event loop runs again, so that a large record does not delay responses.
 */
const PARTS_PER_BATCH = 4;

/**
 * `turn` is the number of a write. A record consists of the parts with its key and turn, ordered by `place`;
 * parts with another turn belong to an unfinished write.
 */
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
const checkRow = z.object({ quick_check: z.string() });
const layoutRow = z.object({ user_version: z.number() });
/** Condition for parts of writes that a killed process left unfinished. */
const isOrphaned =
  'NOT EXISTS (SELECT 1 FROM record WHERE record.key = part.key AND record.turn = part.turn)';

/**
 * Keeps records in one SQLite file that only this process has open. A record's new parts are written next to
 * its old ones, a few at a time, and one small transaction then replaces the record with them. So a long
 * write does not block the server, and a killed process leaves either the old record or the new one.
 *
 * @param owner whose data it is
 * @throws StoreError, also for a file of another owner; see `isDamaged` for a file that is not such a store
 */
export function openSqliteStore(path: string, owner: Owner): Store {
  const db = withStoreError(() => open(path, owner));
  let turn = turnRow.parse(db.prepare('SELECT max(turn) AS turn FROM record').get()).turn ?? 0;
  const insertPart = db.prepare('INSERT INTO part (key, turn, place, body) VALUES (?, ?, ?, ?)');
  const deleteOtherParts = db.prepare('DELETE FROM part WHERE key = ? AND turn <> ?');
  const setRecord = db.prepare('INSERT OR REPLACE INTO record (key, turn) VALUES (?, ?)');
  const removeRecord = db.prepare('DELETE FROM record WHERE key = ?');
  const readParts = db.prepare(
    'SELECT body FROM part JOIN record USING (key, turn) WHERE key = ? ORDER BY place',
  );
  const hasRecord = db.prepare('SELECT key FROM record WHERE key = ?');
  const listKeys = db.prepare('SELECT key FROM record WHERE substr(key, 1, ?) = ? ORDER BY turn DESC');

  /** Serializes the operations, so that each one sees the effects of the earlier ones. */
  let last: Promise<unknown> = Promise.resolve();
  function queued<T>(run: () => T | Promise<T>): Promise<T> {
    const result = last.then(async () => {
      try {
        return await run();
      } catch (error) {
        throw toStoreError(error);
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
        const ownTurn = turn;
        try {
          let place = 0;
          for (const body of parts) {
            insertPart.run(key, ownTurn, place, body);
            place += 1;
            if (place % PARTS_PER_BATCH === 0) await setImmediate();
          }
          transaction(db, () => {
            setRecord.run(key, ownTurn);
            deleteOtherParts.run(key, ownTurn);
          });
        } catch (error) {
          // Deletes the parts of the failed write, because the disk may be full.
          ignoreError(() => db.prepare('DELETE FROM part WHERE key = ? AND turn = ?').run(key, ownTurn));
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
          deleteOtherParts.run(key, -1);
        }),
      ),
    close: () => queued(() => db.close()),
  };
}

function open(path: string, owner: Owner): DatabaseSync {
  ensurePrivateFile(path);
  const db = new DatabaseSync(path, { timeout: 2000 });
  try {
    // Exclusive: two processes with the same file would spend the same quota without knowing of each other.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    // Limits the journal only. The file itself is never shrunk: later records reuse free space.
    db.exec('PRAGMA journal_size_limit = 67108864;');
    rejectDamaged(db);
    // Only if necessary, so that records on a full disk can still be read.
    if (!isPrepared(db, owner)) transaction(db, () => prepare(db, owner));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Detects damage at the start, while the file can still be set aside, rather than while serving. */
function rejectDamaged(db: DatabaseSync): void {
  const { quick_check: result } = checkRow.parse(db.prepare('PRAGMA quick_check(1)').get());
  if (result !== 'ok') throw new UnreadableError(result);
}

/** Whether the file needs no `prepare`. @throws UnreadableError for another layout; Error for another owner */
function isPrepared(db: DatabaseSync, owner: Owner): boolean {
  const layout = layoutRow.parse(db.prepare('PRAGMA user_version').get()).user_version;
  if (layout === 0) return false;
  if (layout !== LAYOUT) throw new UnreadableError(`layout ${layout}`);
  const isOwned = isOwnedBy(db, owner);
  return isOwned && db.prepare(`SELECT 1 FROM part WHERE ${isOrphaned}`).get() === undefined;
}

function prepare(db: DatabaseSync, owner: Owner): void {
  db.exec(schema);
  db.exec(`PRAGMA user_version = ${LAYOUT}`);
  writeOwner(db, owner);
  db.exec(`DELETE FROM part WHERE ${isOrphaned}`);
}

function transaction(db: DatabaseSync, run: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    run();
    db.exec('COMMIT');
  } catch (error) {
    ignoreError(() => db.exec('ROLLBACK'));
    throw error;
  }
}

function withStoreError<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw toStoreError(error);
  }
}

function ignoreError(run: () => unknown): void {
  try {
    run();
  } catch {
    // Only the original error is reported.
  }
}
