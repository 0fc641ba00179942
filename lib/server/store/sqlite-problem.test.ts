import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { storeErrorOf } from './sqlite-problem';

test('row 37: a disk that is full, as SQLite itself says it', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('PRAGMA max_page_count = 3; CREATE TABLE t (x TEXT)');
  const fill = () => db.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000));
  try {
    fill();
    expect.unreachable();
  } catch (error) {
    expect(storeErrorOf(error).problem).toBe('full');
  }
  db.close();
});

test('what is no error of SQLite is another problem', () => {
  expect(storeErrorOf(new Error('no')).problem).toBe('other');
});
