/** Where Sightline keeps its data. */
export const storageEngines = ['sqlite', 'postgresql'] as const;
export type StorageEngine = (typeof storageEngines)[number];

/**
 * Why data cannot be stored. `unreachable`: the PostgreSQL server does not answer, or rejects the connection. `forbidden`: the role lacks
 * rights. `newer`: a later version of Sightline has changed the tables. `damaged`: the content cannot be read.
 */
export const storageProblems = [
  'full',
  'read_only',
  'forbidden',
  'in_use',
  'unreachable',
  'damaged',
  'newer',
  'other',
] as const;
export type ReportedProblem = (typeof storageProblems)[number];

/** What the problem is, and what the operator can do. */
interface Explanation {
  what: string;
  remedy: string;
}

const notWritable: Explanation = {
  what: 'The data directory is not writable.',
  remedy: 'Check SIGHTLINE_DATA_DIR and its permissions, then restart Sightline.',
};
const unreachable: Explanation = {
  what: 'The database cannot be reached.',
  remedy: 'Sightline continues by itself when it is back.',
};

/** The only place with these texts: the API, the screens and the notices of the usage page show them. */
export const storageExplanations: Readonly<Record<StorageEngine, Record<ReportedProblem, Explanation>>> = {
  sqlite: {
    full: {
      what: 'The disk with the data directory is full.',
      remedy: 'Free some space. Sightline tries again by itself.',
    },
    read_only: notWritable,
    forbidden: notWritable,
    in_use: {
      what: 'Another process uses the data directory.',
      remedy: 'Stop the other process, or give each its own directory; then restart Sightline.',
    },
    unreachable,
    damaged: {
      what: 'The data file is damaged.',
      remedy: 'Restart Sightline: it sets the file aside and begins a new one.',
    },
    newer: {
      what: 'A later version of Sightline has changed the data file.',
      remedy: 'Start that version, or give this one another directory.',
    },
    other: { what: 'The data file cannot be used.', remedy: 'See the server log.' },
  },
  postgresql: {
    full: {
      what: 'The disk of the database server is full.',
      remedy: 'Free some space there. Sightline continues by itself.',
    },
    read_only: {
      what: 'The database accepts no writes.',
      remedy:
        'It may be a standby, or default_transaction_read_only is on. Sightline continues by itself when writes are accepted.',
    },
    forbidden: {
      what: 'The role of the database lacks rights.',
      remedy: 'Grant it USAGE and CREATE on the schema. Sightline continues by itself.',
    },
    in_use: { what: 'The tables are locked.', remedy: 'End what locks them. Sightline continues by itself.' },
    unreachable,
    damaged: {
      what: 'The database reports damaged data.',
      remedy: 'See the log of the database server, and restore a backup.',
    },
    newer: {
      what: 'A later version of Sightline has changed the tables.',
      remedy: 'Start that version, or use another database.',
    },
    other: { what: 'The database refuses what Sightline writes.', remedy: 'See the server log.' },
  },
};
