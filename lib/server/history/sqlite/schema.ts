import 'server-only';

/** Version of the file's layout, stored in the file. */
export const LAYOUT = 4;

/**
 * `monitor`: the monitors that are remembered. `state` is what the next reading is compared with; null: removed. `seen_at`: when
 * it was last seen; null: with the last reading.
 * `subject`: a monitor as it was at the time of changes; `words`: what a search is compared with, besides the UUID. `facet`: kind,
 * type and regions of changes, of which there are few combinations. `change.sequence` is in the order of the ends of the
 * intervals, and no number is used twice.
 * `ended_by`: the change that has ended what this one began. `slots` holds the days of 16 monitors each,
 * by day and number of these sixteen (slots-table.ts).
 */
export const schema = `
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
