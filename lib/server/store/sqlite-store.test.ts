import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { storeContract } from '@/lib/server/store/store-contract.fixtures';
import { openSqliteStore } from './sqlite-store';

const ours = { baseUrl: 'https://api.example.com/v1', binding: 'ours' };
const freshPath = () => join(mkdtempSync(join(tmpdir(), 'sightline-store-')), 'store.sqlite');

describe('SQLite store', () => storeContract(() => openSqliteStore(freshPath(), ours)));

test('records survive closing and opening again', async () => {
  const path = freshPath();
  const store = openSqliteStore(path, ours);
  await store.write('a', ['1', '2']);
  await store.close();
  const again = openSqliteStore(path, ours);
  expect(await again.read('a')).toEqual(['1', '2']);
  await again.write('b', ['3']);
  expect(await again.keys('')).toEqual(['b', 'a']);
  await again.close();
});

test('row 21: a file of another key is not opened, and stays as it is', async () => {
  const path = freshPath();
  const theirs = openSqliteStore(path, { ...ours, binding: 'theirs' });
  await theirs.write('snapshot', ['secret']);
  await theirs.close();
  expect(() => openSqliteStore(path, ours)).toThrow(expect.objectContaining({ problem: 'other' }));
  const again = openSqliteStore(path, { ...ours, binding: 'theirs' });
  expect(await again.read('snapshot')).toEqual(['secret']);
  await again.close();
});

test('opening a file that is already open fails as in use', async () => {
  const path = freshPath();
  const store = openSqliteStore(path, ours);
  await store.write('a', ['1']);
  expect(() => openSqliteStore(path, ours)).toThrow(expect.objectContaining({ problem: 'in_use' }));
  await store.close();
}, 10_000);

test('row 37: a file that is not a database or has another layout is rejected', () => {
  const garbage = freshPath();
  writeFileSync(garbage, 'this is no database'.repeat(100));
  expect(() => openSqliteStore(garbage, ours)).toThrow(expect.objectContaining({ problem: 'other' }));
  const newer = freshPath();
  const db = new DatabaseSync(newer);
  db.exec('PRAGMA user_version = 7');
  db.close();
  expect(() => openSqliteStore(newer, ours)).toThrow(expect.objectContaining({ problem: 'other' }));
});

test('a file in a missing folder cannot be opened', () => {
  expect(() => openSqliteStore('/nowhere/store.sqlite', ours)).toThrow(
    expect.objectContaining({ problem: 'read_only' }),
  );
});

test('row 37: opening a file that needs no repair writes nothing, so that it works on a full disk', async () => {
  const path = freshPath();
  const before = openSqliteStore(path, ours);
  await before.write('a', ['1']);
  await before.close();
  const store = openSqliteStore(path, ours);
  expect(await store.read('a')).toEqual(['1']);
  expect(statSync(`${path}-wal`).size).toBe(0);
  await store.close();
});

test('a record that is replaced repeatedly takes at most about twice its size', async () => {
  const path = freshPath();
  const store = openSqliteStore(path, ours);
  const parts = Array.from({ length: 40 }, () => 'x'.repeat(25_000));
  for (let time = 0; time < 20; time += 1) await store.write('a', parts);
  await store.close();
  expect(statSync(path).size).toBeLessThan(2.2 * 40 * 25_000);
});

test('row 33: parts that a killed process left behind are deleted', async () => {
  const path = freshPath();
  await openSqliteStore(path, ours).close();
  const db = new DatabaseSync(path);
  db.exec("INSERT INTO part (key, turn, place, body) VALUES ('a', 7, 0, 'half')");
  db.close();
  const store = openSqliteStore(path, ours);
  expect(await store.read('a')).toBeNull();
  await store.close();
  const after = new DatabaseSync(path);
  expect(after.prepare('SELECT count(*) AS n FROM part').get()).toEqual({ n: 0 });
  after.close();
});
