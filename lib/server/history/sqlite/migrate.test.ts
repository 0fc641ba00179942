import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { aMonitor, uuidOf } from '../../inventory/arbitrary-monitors.fixtures.ts';
import { emptySlot, SLOT_MS } from '../slot.ts';
import { packDay } from '../slot-codec.ts';
import { storedMonitor } from '../stored-monitor.ts';
import { openHistoryFile } from './open-history-file.ts';
import { createSqliteHistory } from './sqlite-history.ts';

const owner = { baseUrl: 'https://api.example.com/v1', binding: 'one' };

/** The tables of layout 4, of version 1.0.0. */
const earlierSchema = `
  CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE monitor (
    id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE COLLATE NOCASE, state TEXT, seen_at INTEGER, last_check INTEGER,
    open_condition INTEGER, open_maintenance INTEGER
  ) STRICT;
  CREATE TABLE subject (
    id INTEGER PRIMARY KEY, monitor INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, target TEXT NOT NULL,
    port INTEGER, regions TEXT NOT NULL, words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX subject_by_monitor ON subject (monitor);
  CREATE TABLE facet (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, type TEXT NOT NULL, regions TEXT NOT NULL, UNIQUE (kind, type, regions)
  ) STRICT;
  CREATE TABLE change (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, took INTEGER NOT NULL, subject INTEGER NOT NULL,
    facet INTEGER NOT NULL, edits TEXT, at_least INTEGER, at_most INTEGER, ended_by INTEGER
  ) STRICT;
  CREATE INDEX change_by_facet ON change (facet);
  CREATE INDEX change_by_subject ON change (subject);
  CREATE TABLE slots (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
  CREATE TABLE fleet (
    at INTEGER PRIMARY KEY, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, counts TEXT NOT NULL
  ) STRICT;
`;

const one = storedMonitor(aMonitor(1, { name: 'São Paulo' }));
const recorded = { at: 90_000, until: 90_000, completeAt: 90_000, last: 1027 };
const counts = {
  condition: { down: 1, overdue: 2, unknown: 0, pending: 3, up: 4, inactive: 5 },
  maintenance: 6,
};
/**
 * Changes 1 to 1017 have been forgotten, and 1028 was of a reading that was not recorded to its end. 1019 and 1024 ended two
 * things each; the beginning of what 1019 is said to have ended is forgotten.
 */
const rows = `
  INSERT INTO about VALUES ('binding', 'one'), ('recorded', '${JSON.stringify(recorded)}'), ('shortened_to', '5');
  INSERT INTO monitor VALUES (3, '${uuidOf(1)}', '${one}', NULL, 80000, 1026, NULL), (4, '${uuidOf(2)}', NULL, NULL, NULL, NULL, NULL);
  INSERT INTO subject VALUES
    (5, 3, 'São Paulo', 'https', 'sp.example', NULL, '["fra1"]', 'sao paulo sp.example fra1'),
    (6, 4, 'Gone', 'tcp', 'gone.example', 443, '[]', 'gone gone.example:443');
  INSERT INTO facet VALUES
    (7, 'down', 'https', '["fra1"]'), (8, 'recovered', 'https', '["fra1"]'), (9, 'maintenance_on', 'tcp', '[]'),
    (10, 'overdue', 'tcp', '[]'), (11, 'removed', 'tcp', '[]'), (12, 'edited', 'https', '["fra1"]');
  INSERT INTO change VALUES
    (1018, 5000, 0, 6, 9, NULL, 1, 1, 1019), (1019, 6000, 0, 6, 11, NULL, 99, 99, NULL),
    (1020, 10000, 1000, 5, 7, NULL, 19, 21, 1021), (1021, 30000, 0, 5, 8, NULL, 19, 21, NULL),
    (1022, 40000, 0, 6, 9, NULL, 20, 20, 1024), (1023, 50000, 0, 6, 10, NULL, 10, 10, 1024),
    (1024, 60000, 0, 6, 11, NULL, 10, 10, NULL),
    (1025, 70000, 0, 5, 12, '{"name":{"before":"Rio","after":"São Paulo"}}', NULL, NULL, NULL),
    (1026, 80000, 5000, 5, 7, NULL, NULL, NULL, 1028), (1027, 90000, 0, 5, 8, NULL, NULL, NULL, NULL),
    (1028, 95000, 0, 5, 8, NULL, 15, 20, NULL);
  UPDATE sqlite_sequence SET seq = 1030 WHERE name = 'change';
  INSERT INTO fleet VALUES (0, 10, 20, '${JSON.stringify({ ...counts, condition: { ...counts.condition, unknown: undefined } })}');
`;

/** @param damage a statement that is executed at last */
function earlierFile(damage = ''): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sightline-history-')), 'history.sqlite');
  const db = new DatabaseSync(path);
  db.exec(`${earlierSchema} ${rows} PRAGMA user_version = 4;`);
  const day = new Map([[3, new Map([[1, { ...emptySlot, seen: 8 }]])]]);
  db.prepare('INSERT INTO slots VALUES (?, ?)').run(0, packDay(day));
  db.exec(damage);
  db.close();
  return path;
}

test('a file of version 1.0.0 goes on with everything that it has', async () => {
  const path = earlierFile();
  writeFileSync(`${path}.new`, 'of an interrupted migration');
  const { db, setAside } = openHistoryFile(path, owner);
  expect(setAside).toBe(false);
  const store = createSqliteHistory(db);
  const { changes } = await store.changes({ limit: 20 });
  const lasted = (atLeastS: number, atMostS = atLeastS) => ({ atLeastS, atMostS });
  expect(changes.map((one) => [one.sequence, one.kind, one.from, one.to, one.lasted])).toEqual([
    [1027, 'recovered', 90_000, 90_000, null],
    [1026, 'down', 75_000, 80_000, null],
    [1025, 'edited', 70_000, 70_000, null],
    [1024, 'removed', 60_000, 60_000, lasted(10)],
    [1023, 'overdue', 50_000, 50_000, lasted(10)],
    [1022, 'maintenance_on', 40_000, 40_000, lasted(20)],
    [1021, 'recovered', 30_000, 30_000, lasted(20, 21)],
    [1020, 'down', 9_000, 10_000, lasted(20, 21)],
    [1019, 'removed', 6_000, 6_000, lasted(99)],
    [1018, 'maintenance_on', 5_000, 5_000, lasted(1)],
  ]);
  expect(changes[2]).toMatchObject({
    monitor: { name: 'São Paulo', type: 'https', target: 'sp.example', port: null, regions: ['fra1'] },
    edits: { name: { before: 'Rio', after: 'São Paulo' } },
  });
  const found = async (query: object) =>
    (await store.changes({ limit: 20, ...query })).changes.map(({ sequence }) => sequence);
  expect(await found({ words: ['sao', 'fra1'], kinds: new Set(['down']) })).toEqual([1026, 1020]);
  expect(await found({ words: ['gone.example:443'] })).toEqual([1024, 1023, 1022, 1019, 1018]);
  expect(await found({ types: new Set(['tcp']), kinds: new Set(['removed']) })).toEqual([1024, 1019]);
  expect(await store.fleet(0)).toEqual([{ at: 0, firstAt: 10, lastAt: 20, counts }]);
  expect(await store.slots(uuidOf(1), 0)).toEqual([{ at: SLOT_MS, slot: { ...emptySlot, seen: 8 } }]);
  expect(store.shortenedTo()).toBe(5);
  const { at, until, monitors, changedUntil } = (await store.load()) ?? {};
  expect({ at, until, changedUntil }).toEqual({ at: 90_000, until: 90_000, changedUntil: null });
  expect(monitors?.get(uuidOf(1))?.monitor.name).toBe('São Paulo');

  // The reading that was not recorded to its end is recorded, and no number is used twice.
  const monitor = aMonitor(1);
  const recovered = {
    kind: 'recovered',
    from: 96_000,
    to: 99_000,
    monitor,
    condition: 'up',
    edits: null,
  } as const;
  await store.append({ changes: [recovered], known: [], removed: [] });
  const fleet = { at: 0, firstAt: 10, lastAt: 20, counts };
  await store.finish({ at: 99_000, until: 99_000, completeAt: 99_000, fleet });
  const [newest] = (await store.changes({ limit: 1 })).changes;
  expect(newest).toMatchObject({ sequence: 1031, lasted: lasted(16, 24) });
  await store.forget(60_000);
  expect(await found({ kinds: new Set(['removed']) })).toEqual([1024]);
  await store.close();
  const again = openHistoryFile(path, owner);
  expect(again.setAside, 'once').toBe(false);
  again.db.close();
  expect(readdirSync(dirname(path))).toEqual(['history.sqlite']);
});

test('a file of version 1.0.0 is not opened for another key, and stays as it is', () => {
  const path = earlierFile();
  const bytes = readFileSync(path);
  expect(() => openHistoryFile(path, { ...owner, binding: 'other' })).toThrow(/other/);
  openHistoryFile(path, owner).db.close();
  expect(readFileSync(path).equals(bytes), 'migrated by its owner only').toBe(false);
});

test.each([
  ['counts are no JSON', "UPDATE fleet SET counts = '{'"],
  ['counts are incomplete', "UPDATE fleet SET counts = '{}'"],
  ['regions are no JSON', "UPDATE subject SET regions = '['"],
  ['a table is missing', 'DROP TABLE facet'],
])('row 86: a file of version 1.0.0 is set aside when it is damaged: %s', (_, damage) => {
  const path = earlierFile(damage);
  const { db, setAside } = openHistoryFile(path, owner);
  expect(setAside).toBe(true);
  db.close();
  expect(readdirSync(dirname(path)).sort()).toEqual(['history.sqlite', 'history.sqlite.aside']);
  const again = openHistoryFile(path, owner);
  expect(again.setAside).toBe(false);
  again.db.close();
});

test('a file of version 1.0.0 keeps everything while it cannot be migrated', async () => {
  const path = earlierFile();
  // A folder in the place of the copy prevents it, for every user including root.
  mkdirSync(`${path}.new`);
  expect(() => openHistoryFile(path, owner)).toThrow();
  rmdirSync(`${path}.new`);
  const { db, setAside } = openHistoryFile(path, owner);
  expect(setAside).toBe(false);
  const store = createSqliteHistory(db);
  expect((await store.changes({ limit: 20 })).changes).toHaveLength(10);
  await store.close();
});

test('while another process has the file, its unfinished copy is left alone', () => {
  const path = earlierFile();
  const other = new DatabaseSync(path);
  other.exec('BEGIN EXCLUSIVE');
  writeFileSync(`${path}.new`, 'its copy');
  expect(() => openHistoryFile(path, owner)).toThrow(/in_use/);
  expect(readFileSync(`${path}.new`, 'utf8')).toBe('its copy');
  other.exec('ROLLBACK');
  other.close();
  openHistoryFile(path, owner).db.close();
  expect(readdirSync(dirname(path))).toEqual(['history.sqlite']);
});
