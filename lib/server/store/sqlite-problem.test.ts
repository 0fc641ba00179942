import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isDamaged, toStoreError, UnreadableError } from './sqlite-problem';
import { StoreError } from './store';

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

const sqliteError = (errcode: number) => Object.assign(new Error('of SQLite'), { errcode });

test.each([
  ['CORRUPT', sqliteError(11)],
  ['CORRUPT_INDEX', sqliteError(11 | (3 << 8))],
  ['NOTADB', sqliteError(26)],
  ['content of another version', new UnreadableError('layout 99')],
  ['text that is no JSON', new SyntaxError('Unexpected token')],
  ['JSON of another shape', z.number().safeParse('x').error],
])('row 86: a file is damaged after %s', (_, cause) => {
  expect(isDamaged(toStoreError(cause))).toBe(true);
});

test.each([
  ['ERROR', sqliteError(1)],
  ['NOMEM', sqliteError(7)],
  ['IOERR', sqliteError(10)],
  ['FULL', sqliteError(13)],
  ['a bug', new TypeError('undefined is not a function')],
  ['a file that was closed', new Error('database is not open')],
])('row 86: a file is not damaged after %s, and must not be set aside', (_, cause) => {
  expect(isDamaged(toStoreError(cause))).toBe(false);
});

test('only an error of a store tells of damage', () => {
  expect(isDamaged(new StoreError('other_version', sqliteError(11)))).toBe(false);
  expect(isDamaged(sqliteError(11))).toBe(false);
});
