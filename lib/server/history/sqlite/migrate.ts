import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { wordsOfSubject } from './changes-table.ts';
import { wordsOfRegions } from './facets-table.ts';
import { BLOCK, changeTables, closedDaysTable, fleetTable, LAYOUT } from './schema.ts';
import { transaction } from './transaction.ts';

/** The layouts of earlier versions that can be migrated. They differ in `words`, which is computed anew. */
export const MIGRATED_LAYOUTS: readonly number[] = [3, 4];

const settingRow = z.object({ type: z.string(), regions: z.string() });
const subjectRow = z.object({
  id: z.number(),
  name: z.string(),
  target: z.string(),
  port: z.number().nullable(),
});

const rename = ['subject', 'facet', 'change', 'fleet']
  .map((table) => `ALTER TABLE ${table} RENAME TO old_${table};`)
  .join(' ');

/** Ids and numbers stay. What a change has ended, it knew by how long that had lasted only. */
const copy = `
  INSERT INTO subject SELECT old.id, monitor, setting.id, name, target, port, NULL
    FROM old_subject AS old JOIN setting ON setting.type = old.type AND setting.regions = old.regions;
  INSERT INTO facet SELECT old.id, kind, setting.id
    FROM old_facet AS old JOIN setting ON setting.type = old.type AND setting.regions = old.regions;
  CREATE INDEX old_change_by_end ON old_change (ended_by);
  INSERT INTO change SELECT sequence, at, took, subject, facet, coalesce(
      ended_by,
      (SELECT begun.sequence FROM old_change AS begun JOIN facet ON facet.id = begun.facet
        WHERE begun.ended_by = old.sequence AND old.at_most IS NOT NULL ORDER BY kind = 'maintenance_on' LIMIT 1),
      sequence
    ), edits FROM old_change AS old;
  DELETE FROM sqlite_sequence WHERE name = 'change';
  UPDATE sqlite_sequence SET name = 'change' WHERE name = 'old_change';
  INSERT INTO facet_block SELECT DISTINCT facet, sequence / ${BLOCK} FROM change;
  INSERT INTO fleet SELECT at, first_at, last_at, counts ->> '$.condition.down', counts ->> '$.condition.overdue',
    counts ->> '$.condition.pending', counts ->> '$.condition.up', counts ->> '$.condition.inactive',
    counts ->> '$.maintenance' FROM old_fleet;
  DROP TABLE old_subject; DROP TABLE old_facet; DROP TABLE old_change; DROP TABLE old_fleet;
  PRAGMA user_version = ${LAYOUT};
`;

/** Brings a file of an earlier layout to the present one. A million changes take about two seconds. */
export function migrate(db: DatabaseSync): void {
  transaction(db, () => {
    db.exec(
      `${rename} DROP INDEX subject_by_monitor; DROP INDEX change_by_subject; DROP INDEX change_by_facet;`,
    );
    db.exec(`${changeTables} ${fleetTable} ${closedDaysTable}`);
    const addSetting = db.prepare('INSERT INTO setting (type, regions, words) VALUES (?, ?, ?)');
    const settings = db
      .prepare('SELECT type, regions FROM old_subject UNION SELECT type, regions FROM old_facet')
      .all();
    for (const row of settings) {
      const { type, regions } = settingRow.parse(row);
      addSetting.run(type, regions, wordsOfRegions(z.array(z.string()).parse(JSON.parse(regions))));
    }
    db.exec(copy);
    const setWords = db.prepare('UPDATE subject SET words = ? WHERE id = ?');
    for (const row of db.prepare('SELECT id, name, target, port FROM subject').all()) {
      const { id, ...subject } = subjectRow.parse(row);
      const words = wordsOfSubject(subject);
      if (words !== null) setWords.run(words, id);
    }
  });
}
