import 'server-only';
import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { ensurePrivateFile } from '../../store/private-files.ts';
import { removeDatabase } from '../../store/set-aside.ts';
import { isUnprocessable, UnreadableError } from '../../store/sqlite-problem.ts';
import { wordsOfSubject } from './changes-table.ts';
import { wordsOfRegions } from './facets-table.ts';
import { BLOCK, LAYOUT, schema } from './schema.ts';
import { transaction } from './transaction.ts';

/** The layout of version 1.0.0, the only one before the present that was released. */
export const MIGRATED_LAYOUT = 4;

const settingRow = z.object({ type: z.string(), regions: z.string() });
const regionsText = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));
const subjectRow = z.object({
  id: z.number(),
  name: z.string(),
  target: z.string(),
  port: z.number().nullable(),
});

/**
 * Ids and numbers stay. Of an end it was known how long that had lasted, but not by which change it had begun: it was one
 * that lasted as long and named this end.
 */
const copy = `
  INSERT INTO fresh.about SELECT * FROM main.about;
  INSERT INTO fresh.monitor SELECT * FROM main.monitor;
  INSERT INTO fresh.slots SELECT * FROM main.slots;
  INSERT INTO fresh.subject SELECT one.id, monitor, setting.id, name, target, port, NULL
    FROM main.subject AS one JOIN fresh.setting ON setting.type = one.type AND setting.regions = one.regions;
  INSERT INTO fresh.facet SELECT one.id, kind, setting.id
    FROM main.facet AS one JOIN fresh.setting ON setting.type = one.type AND setting.regions = one.regions;
  CREATE TABLE fresh.begun (ended INTEGER PRIMARY KEY, sequence INTEGER NOT NULL);
  INSERT OR IGNORE INTO fresh.begun SELECT ended.sequence, one.sequence
    FROM main.change AS one JOIN main.change AS ended ON ended.sequence = one.ended_by
    WHERE ended.at_least = one.at_least AND ended.at_most = one.at_most;
  INSERT INTO fresh.change
    SELECT one.sequence, at, took, subject, facet, coalesce(ended_by, begun.sequence, one.sequence), edits,
      CASE WHEN ended_by IS NULL AND begun.sequence IS NULL AND at_most IS NOT NULL
        THEN json_object('atLeastS', at_least, 'atMostS', at_most) END
    FROM main.change AS one LEFT JOIN fresh.begun ON begun.ended = one.sequence ORDER BY one.sequence;
  DROP TABLE fresh.begun;
  DELETE FROM fresh.sqlite_sequence;
  INSERT INTO fresh.sqlite_sequence SELECT name, seq FROM main.sqlite_sequence WHERE name = 'change';
  INSERT OR IGNORE INTO fresh.facet_block SELECT facet, sequence / ${BLOCK} FROM fresh.change;
  INSERT INTO fresh.fleet SELECT at, first_at, last_at, counts ->> '$.condition.down', counts ->> '$.condition.overdue',
    0, counts ->> '$.condition.pending', counts ->> '$.condition.up', counts ->> '$.condition.inactive',
    counts ->> '$.maintenance' FROM main.fleet;
`;

const unfinished = (path: string) => `${path}.new`;

/** Deletes what a migration has left behind that was interrupted. Only while no other process can have the file open. */
export function removeUnfinished(path: string): void {
  removeDatabase(unfinished(path));
}

/**
 * Copies a file of the earlier layout into one of the present layout, which then takes its place: until then the file stays as
 * it is. A million changes take about three seconds, during which nothing else runs.
 *
 * @param db the open file, which no other process can open meanwhile; it must be closed then
 * @throws UnreadableError when its content is damaged
 */
export function migrateFile(db: DatabaseSync, path: string): void {
  try {
    // Its journal would be taken for that of the copy.
    db.exec('PRAGMA journal_mode = DELETE;');
    createFresh(unfinished(path));
    db.prepare('ATTACH ? AS fresh').run(unfinished(path));
    // An interrupted copy is made again. The cache has room for the index by subject, which is not written in its order. There
    // may be no other folder to write to.
    db.exec(
      'PRAGMA fresh.journal_mode = OFF; PRAGMA fresh.cache_size = -131072; PRAGMA temp_store = MEMORY;',
    );
    transaction(db, () => copyContent(db));
    db.exec('DETACH fresh');
    renameSync(unfinished(path), path);
  } catch (error) {
    removeUnfinished(path);
    if (!isUnprocessable(error)) throw error;
    throw new UnreadableError('content of an earlier layout cannot be migrated', { cause: error });
  }
}

function createFresh(path: string): void {
  ensurePrivateFile(path);
  const fresh = new DatabaseSync(path);
  fresh.exec(`PRAGMA page_size = 16384; ${schema} PRAGMA user_version = ${LAYOUT};`);
  fresh.close();
}

function copyContent(db: DatabaseSync): void {
  const addSetting = db.prepare('INSERT INTO fresh.setting (type, regions, words) VALUES (?, ?, ?)');
  const settings = 'SELECT type, regions FROM main.subject UNION SELECT type, regions FROM main.facet';
  for (const row of db.prepare(settings).all()) {
    const { type, regions } = settingRow.parse(row);
    addSetting.run(type, regions, wordsOfRegions(regionsText.parse(regions)));
  }
  db.exec(copy);
  const setWords = db.prepare('UPDATE fresh.subject SET words = ? WHERE id = ?');
  for (const row of db.prepare('SELECT id, name, target, port FROM fresh.subject').all()) {
    const { id, ...subject } = subjectRow.parse(row);
    const words = wordsOfSubject(subject);
    if (words !== null) setWords.run(words, id);
  }
}
