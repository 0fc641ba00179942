import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { toStoreError } from './sqlite-problem';

test('row 37: SQLite’s error for a full disk is recognized', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('PRAGMA max_page_count = 3; CREATE TABLE t (x TEXT)');
  const fill = () => db.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000));
  try {
    fill();
    expect.unreachable();
  } catch (error) {
    expect(toStoreError(error).problem).toBe('full');
  }
  db.close();
});

test('an error that is not SQLite’s counts as another problem', () => {
  expect(toStoreError(new Error('no')).problem).toBe('other');
});
