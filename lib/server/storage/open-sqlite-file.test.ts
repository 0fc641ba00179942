import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from './database.ts';
import { openMemory, openSqliteFile } from './open-sqlite-file.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'sightline-data-'));
const NOW = Date.parse('2026-11-25T12:00:00.000Z');
const ASIDE = 'sightline.db.2026-11-25T12-00-00.000Z.aside';

const open = (directory: string) => openSqliteFile(directory, NOW);
const put = ({ db }: Database, value: string) => db.insertInto('state').values({ key: 'a', value }).execute();
const valueIn = async ({ db }: Database) =>
  (await db.selectFrom('state').select('value').executeTakeFirst())?.value ?? null;

/** A directory with a database that has a value. */
async function filled(): Promise<string> {
  const directory = folder();
  const { database } = await open(directory);
  await put(database, 'kept');
  await database.db.destroy();
  return directory;
}

test('a missing directory is created, and its data is found again', async () => {
  const directory = join(folder(), 'deep', 'data');
  const first = await open(directory);
  expect(first).toMatchObject({ problem: null, setAside: null });
  await put(first.database, 'kept');
  await first.database.db.destroy();
  const second = await open(directory);
  expect(await valueIn(second.database)).toBe('kept');
  await second.database.db.destroy();
});

test.each([
  ['no database', (file: string) => writeFileSync(file, 'this is no database'.repeat(500))],
  [
    'damaged in the middle',
    (file: string) => {
      const bytes = readFileSync(file);
      bytes.fill(0xff, 8192, 8192 * 3);
      writeFileSync(file, bytes);
    },
  ],
  ['found damaged while it was used', (file: string) => writeFileSync(`${file}.damaged`, '')],
])(
  'row 37: a file that is %s is set aside under its own name, and a new one created',
  async (_what, damage) => {
    const directory = await filled();
    damage(join(directory, 'sightline.db'));
    const bytes = readFileSync(join(directory, 'sightline.db'));
    const { database, problem, setAside } = await open(directory);
    expect({ problem, setAside }).toEqual({ problem: null, setAside: { name: ASIDE, reason: 'damaged' } });
    expect(await valueIn(database)).toBeNull();
    await database.db.destroy();
    expect(readFileSync(join(directory, ASIDE)).equals(bytes)).toBe(true);
    const again = await open(directory);
    expect(again.setAside).toBeNull();
    await again.database.db.destroy();
  },
);

test('row 37: a file that cannot be used, but is not damaged, is left as it is', async () => {
  const directory = await filled();
  const { database } = await open(directory);
  await database.db
    .insertInto('kysely_migration' as never)
    .values({ name: '9999-later', timestamp: '' } as never)
    .execute();
  await database.db.destroy();
  const bytes = readFileSync(join(directory, 'sightline.db'));
  const opened = await open(directory);
  expect(opened).toMatchObject({ problem: 'newer', setAside: null });
  await put(opened.database, 'in memory');
  expect(await valueIn(opened.database)).toBe('in memory');
  expect(readFileSync(join(directory, 'sightline.db')).equals(bytes)).toBe(true);
});

test('row 37: a file in a directory that is no longer writable is left as it is', async () => {
  const directory = await filled();
  const file = join(directory, 'sightline.db');
  const bytes = readFileSync(file);
  // A folder with the name of the journal prevents SQLite from creating it, for every user including root.
  mkdirSync(`${file}-wal`);
  const { database, problem } = await open(directory);
  expect(problem).toBe('read_only');
  await put(database, 'in memory');
  expect(await valueIn(database)).toBe('in memory');
  await database.db.destroy();
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('row 37: where no directory can be created, and for a second process, memory is used', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  const nowhere = await open(join(file, 'data'));
  expect(nowhere.problem).toBe('read_only');
  await put(nowhere.database, 'in memory');
  // A disk that is not mounted.
  const link = join(folder(), 'link');
  symlinkSync(join(folder(), 'missing', 'data'), link);
  expect((await open(link)).problem).toBe('read_only');
  const directory = await filled();
  const first = await open(directory);
  const second = await open(directory);
  expect(second.problem).toBe('in_use');
  expect(await valueIn(second.database)).toBeNull();
  await first.database.db.destroy();
});

test('demo data is kept in memory', async () => {
  const first = await openMemory();
  await put(first, 'a');
  expect(await valueIn(await openMemory())).toBeNull();
});
