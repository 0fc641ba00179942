import 'server-only';

/** Version of the file's layout, stored in the file. */
export const LAYOUT = 7;

/** Number of changes that count as one block in `facet_block`. */
export const BLOCK = 1024;

/**
 * `setting`: type and regions of monitors, of which there are few combinations. `subject`: a monitor as it was at the time of
 * changes. `words`: what a search is compared with, besides the UUID; of a subject without its regions, and null where it is
 * name and address in lower case. `facet`: kind, type and regions of changes.
 * `change.sequence` is in the order of the ends of the intervals, and no number is used twice. `pair`: the change that has ended
 * what this one began, or that began what this one has ended. Where there is none it is the change itself, not null, so that the
 * row does not grow when it is set. `lasted`: how long that was, where the change that began it is forgotten.
 * `facet_block`: which facets occur in which blocks of changes, as an index takes ten times the space.
 */
const changeTables = `
  CREATE TABLE setting (
    id INTEGER PRIMARY KEY, type TEXT NOT NULL, regions TEXT NOT NULL, words TEXT NOT NULL, UNIQUE (type, regions)
  ) STRICT;
  CREATE TABLE subject (
    id INTEGER PRIMARY KEY, monitor INTEGER NOT NULL, setting INTEGER NOT NULL, name TEXT NOT NULL, target TEXT NOT NULL,
    port INTEGER, words TEXT
  ) STRICT;
  CREATE INDEX subject_by_monitor ON subject (monitor);
  CREATE TABLE facet (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, setting INTEGER NOT NULL, UNIQUE (kind, setting)
  ) STRICT;
  CREATE TABLE change (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, took INTEGER NOT NULL, subject INTEGER NOT NULL,
    facet INTEGER NOT NULL, pair INTEGER NOT NULL, edits TEXT, lasted TEXT
  ) STRICT;
  CREATE INDEX change_by_subject ON change (subject);
  CREATE TABLE facet_block (
    facet INTEGER NOT NULL, block INTEGER NOT NULL, PRIMARY KEY (facet, block)
  ) STRICT, WITHOUT ROWID;
`;

/** The worst reading of each slot, and the times of its first and last one. */
const fleetTable = `
  CREATE TABLE fleet (
    at INTEGER PRIMARY KEY, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, down INTEGER NOT NULL,
    overdue INTEGER NOT NULL, unknown INTEGER NOT NULL, pending INTEGER NOT NULL, up INTEGER NOT NULL, inactive INTEGER NOT NULL,
    maintenance INTEGER NOT NULL
  ) STRICT;
`;

/**
 * `monitor`: the monitors that are remembered. `state` is what the next reading is compared with; null: removed. `seen_at`: when
 * it was last seen; null: with the last reading. `slots` and `past_day` hold the slots of some monitors on one day in a row
 * (slots-table.ts).
 */
export const schema = `
  CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE monitor (
    id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE COLLATE NOCASE, state TEXT, seen_at INTEGER, last_check INTEGER,
    open_condition INTEGER, open_maintenance INTEGER
  ) STRICT;
  CREATE TABLE slots (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
  CREATE TABLE past_day (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
  ${changeTables} ${fleetTable}
`;
