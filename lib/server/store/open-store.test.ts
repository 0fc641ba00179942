import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from './open-store';

const folder = () => mkdtempSync(join(tmpdir(), 'sightline-data-'));
const silent = { info: () => {}, warn: () => {} };
type Opened = Parameters<typeof openStore>;
const open = (directory: Opened[0], upstream: Opened[1]) =>
  openStore(directory, upstream, { now: 0, log: silent });
const ours = { baseUrl: new URL('https://api.example.com/v1'), apiKey: 'key-one' };

test('a missing folder is created, and its records are found again', async () => {
  const path = join(folder(), 'deep', 'data');
  const first = open(path, ours);
  expect(first.problem).toBeNull();
  await first.store.write('a', ['1']);
  await first.store.close();
  const second = open(path, ours);
  expect(await second.store.read('a')).toEqual(['1']);
  await second.store.close();
});

test('row 37: a damaged file is set aside and a new one created', async () => {
  const path = folder();
  writeFileSync(join(path, 'sightline.sqlite'), 'this is no database'.repeat(500));
  const { store, problem, setAside } = open(path, ours);
  expect({ problem, setAside }).toEqual({ problem: null, setAside: true });
  await store.write('a', ['1']);
  await store.close();
  expect(readdirSync(path)).toContain('sightline.sqlite.aside');
  const again = open(path, ours);
  expect(again.setAside).toBe(false);
  expect(await again.store.read('a')).toEqual(['1']);
  await again.store.close();
});

test('row 37: damage in the middle of the file is detected when it is opened', async () => {
  const path = folder();
  const before = open(path, ours);
  await before.store.write(
    'a',
    Array.from({ length: 200 }, () => 'x'.repeat(500)),
  );
  await before.store.close();
  const file = join(path, 'sightline.sqlite');
  const bytes = readFileSync(file);
  bytes.fill(0xff, 8192, 8192 * 4);
  writeFileSync(file, bytes);
  const { store, setAside } = open(path, ours);
  expect(setAside).toBe(true);
  expect(await store.read('a')).toBeNull();
  await store.close();
});

test('row 37: a file of another layout is set aside', async () => {
  const path = folder();
  await open(path, ours).store.close();
  const db = new DatabaseSync(join(path, 'sightline.sqlite'));
  db.exec('PRAGMA user_version = 99');
  db.close();
  const { store, problem, setAside } = open(path, ours);
  expect({ problem, setAside }).toEqual({ problem: null, setAside: true });
  await store.close();
});

test('row 37: a file that is set aside replaces an earlier one with its journal', async () => {
  const path = folder();
  const file = join(path, 'sightline.sqlite');
  for (const suffix of ['', '-wal', '-shm']) writeFileSync(`${file}.aside${suffix}`, 'of an earlier one');
  writeFileSync(file, 'this is no database'.repeat(500));
  await open(path, ours).store.close();
  const aside = readdirSync(path).filter((name) => name.includes('.aside'));
  expect(aside).toEqual(['sightline.sqlite.aside']);
  expect(readFileSync(`${file}.aside`, 'utf8')).toContain('this is no database');
});

test('row 37: a file that cannot be used, but is not certainly damaged, is left as it is', async () => {
  const path = folder();
  const file = join(path, 'sightline.sqlite');
  await open(path, ours).store.close();
  const db = new DatabaseSync(file);
  db.exec('DROP TABLE record');
  db.close();
  const bytes = readFileSync(file);
  const { store, problem, setAside } = open(path, ours);
  expect({ problem, setAside }).toEqual({ problem: 'other', setAside: false });
  await store.write('a', ['in memory']);
  expect(await store.read('a')).toEqual(['in memory']);
  await store.close();
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(readdirSync(path)).toEqual(['sightline.sqlite']);
});

test('row 37: records in a directory that is no longer writable can still be read', async () => {
  const path = folder();
  const before = open(path, ours);
  await before.store.write('a', ['kept']);
  await before.store.close();
  const file = join(path, 'sightline.sqlite');
  const bytes = readFileSync(file);
  // A folder with the name of the journal prevents SQLite from creating it, for every user including root.
  mkdirSync(`${file}-wal`);
  const { store, problem } = open(path, ours);
  expect(problem).toBe('read_only');
  expect(await store.read('a')).toEqual(['kept']);
  await store.write('a', ['not kept']);
  await store.close();
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('row 37: where no folder can be created, memory is used, and the problem is reported', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  const { store, problem } = open(join(file, 'data'), ours);
  expect(problem).toBe('read_only');
  await store.write('a', ['1']);
  expect(await store.read('a')).toEqual(['1']);
});

test('the file does not contain the key', async () => {
  const path = folder();
  const { store } = open(path, ours);
  await store.close();
  expect(readFileSync(join(path, 'sightline.sqlite')).includes('key-one')).toBe(false);
});

test('demo data is not stored', async () => {
  const { store, problem } = open(null, null);
  expect(problem).toBeNull();
  await store.write('a', ['1']);
  expect(await store.read('a')).toEqual(['1']);
  await store.close();
  const next = open(null, null);
  expect(await next.store.read('a')).toBeNull();
  await next.store.close();
});
