import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from './database.ts';
import { hasFormerData, openMemory, openSqliteFile } from './open-sqlite-file.ts';
import { writeOwner } from './owner.ts';
import { ownerOf } from './whose-data.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'sightline-data-'));
const ours = ownerOf({ baseUrl: new URL('https://api.example.com/v1'), apiKey: 'key-one' });
const NOW = Date.parse('2026-11-25T12:00:00.000Z');
const ASIDE = 'sightline.db.2026-11-25T12-00-00.000Z.aside';

const open = (directory: string, owner = ours) => openSqliteFile(directory, owner, NOW);
const put = ({ db }: Database, value: string) => db.insertInto('state').values({ key: 'a', value }).execute();
const valueIn = async ({ db }: Database) =>
  (await db.selectFrom('state').select('value').executeTakeFirst())?.value ?? null;

/** A directory with a database that has a value. */
async function filled(): Promise<string> {
  const directory = folder();
  const { database } = await open(directory);
  await writeOwner(database.db, ours);
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

test('row 100: only its owner can read the directory and the files, also where they existed', async () => {
  const directory = folder();
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  writeFileSync(join(directory, 'sightline.db'), '', { mode: 0o644 });
  const { database } = await open(directory);
  await put(database, 'a');
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(directory))
    expect(statSync(join(directory, name)).mode & 0o777, name).toBe(0o600);
  await database.db.destroy();
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

test('row 99: data of another base URL is set aside; with another key it stays, for the first page to decide', async () => {
  const directory = await filled();
  const rotated = await open(directory, ownerOf({ baseUrl: new URL(ours.baseUrl), apiKey: 'key-two' }));
  expect(rotated.setAside).toBeNull();
  expect(await valueIn(rotated.database)).toBe('kept');
  await rotated.database.db.destroy();
  const other = ownerOf({ baseUrl: new URL('https://api.example.org/v1'), apiKey: 'key-one' });
  const { database, setAside } = await open(directory, other);
  expect(setAside).toEqual({ name: ASIDE, reason: 'other_base_url' });
  expect(await valueIn(database)).toBeNull();
  await writeOwner(database.db, other);
  await database.db.destroy();
  expect(readdirSync(directory)).toContain(ASIDE);
  // With its own base URL and key it is there again.
  const again = await openSqliteFile(directory, ours, NOW + 1);
  expect(again.setAside?.reason).toBe('other_base_url');
  expect(await valueIn(again.database)).toBe('kept');
  await again.database.db.destroy();
  expect(readdirSync(directory)).not.toContain(ASIDE);
});

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
  expect(opened).toMatchObject({ problem: 'other', setAside: null });
  await put(opened.database, 'in memory');
  expect(await valueIn(opened.database)).toBe('in memory');
  expect(readFileSync(join(directory, 'sightline.db')).equals(bytes)).toBe(true);
});

test('row 37: data in a directory that is no longer writable can still be read', async () => {
  const directory = await filled();
  const file = join(directory, 'sightline.db');
  const bytes = readFileSync(file);
  // A folder with the name of the journal prevents SQLite from creating it, for every user including root.
  mkdirSync(`${file}-wal`);
  const { database, problem, remove } = await open(directory);
  expect(problem).toBe('read_only');
  expect(await valueIn(database)).toBe('kept');
  await database.db.destroy();
  remove();
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('row 37: where no directory can be created, and for a second process, memory is used', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  const nowhere = await open(join(file, 'data'));
  expect(nowhere.problem).toBe('read_only');
  await put(nowhere.database, 'in memory');
  const directory = await filled();
  const first = await open(directory);
  const second = await open(directory);
  expect(second.problem).toBe('in_use');
  expect(await valueIn(second.database)).toBeNull();
  await first.database.db.destroy();
});

test('the file does not contain the key, and files of version 1 are noticed and left alone', async () => {
  const directory = await filled();
  expect(readFileSync(join(directory, 'sightline.db')).includes('key-one')).toBe(false);
  expect(hasFormerData(directory)).toBe(false);
  writeFileSync(join(directory, 'sightline.sqlite'), 'former');
  const { database } = await open(directory);
  await database.db.destroy();
  expect(hasFormerData(directory)).toBe(true);
  expect(readFileSync(join(directory, 'sightline.sqlite'), 'utf8')).toBe('former');
});

test('demo data is kept in memory', async () => {
  const first = await openMemory();
  await put(first.database, 'a');
  expect(await valueIn((await openMemory()).database)).toBeNull();
});
