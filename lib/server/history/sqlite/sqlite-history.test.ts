import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aMonitor } from '../../inventory/arbitrary-monitors.fixtures.ts';
import { historyContract } from '../history-contract.fixtures.ts';
import { openHistoryFile, openInMemory } from './open-history-file.ts';
import { createSqliteHistory } from './sqlite-history.ts';

const newPath = () => join(mkdtempSync(join(tmpdir(), 'sightline-history-')), 'history.sqlite');

describe('the history in memory', () => historyContract(async () => createSqliteHistory(openInMemory())));

const known = [{ monitor: aMonitor(1), seenAt: null }];
const change = {
  kind: 'down',
  from: 1,
  to: 2,
  monitor: aMonitor(1),
  condition: 'down',
  edits: null,
} as const;

const counts = { condition: { down: 1, overdue: 0, pending: 0, up: 0, inactive: 0 }, maintenance: 0 };
const end = { at: 2, until: 2, completeAt: 2, fleet: { at: 0, firstAt: 2, lastAt: 2, counts } };

test('a file is found again, but not by another owner, whose file replaces it', async () => {
  const path = newPath();
  const first = openHistoryFile(path, 'one');
  const store = createSqliteHistory(first.db);
  await store.append({ changes: [change], known, removed: [] });
  await store.finish(end);
  await store.close();
  const again = createSqliteHistory(openHistoryFile(path, 'one').db);
  expect((await again.changes({ limit: 1 })).changes).toHaveLength(1);
  await again.close();
  const other = createSqliteHistory(openHistoryFile(path, 'other').db);
  expect((await other.changes({ limit: 1 })).changes).toEqual([]);
  await other.close();
  expect(readFileSync(path).includes('Orders database')).toBe(false);
});

test('row 86: a file that is no history is set aside, and a new one begun', async () => {
  const path = newPath();
  writeFileSync(path, 'this is no database'.repeat(500));
  const { db, setAside } = openHistoryFile(path, 'one');
  expect(setAside).toBe(true);
  const store = createSqliteHistory(db);
  await store.append({ changes: [change], known, removed: [] });
  await store.finish(end);
  expect((await store.changes({ limit: 1 })).changes).toHaveLength(1);
  await store.close();
  expect(readFileSync(`${path}.aside`, 'utf8')).toContain('this is no database');
});
