import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aMonitor, uuidOf } from '../../inventory/arbitrary-monitors.fixtures.ts';
import { historyContract } from '../history-contract.fixtures.ts';
import type { ChangeQuery } from '../history-store.ts';
import { emptySlot, SLOT_MS } from '../slot.ts';
import { openHistoryFile, openInMemory, replaceHistoryFile } from './open-history-file.ts';
import { createSqliteHistory } from './sqlite-history.ts';

const one = { baseUrl: 'https://api.example.com/v1', binding: 'one' };
const other = { ...one, binding: 'other' };

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

const counts = {
  condition: { down: 1, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 },
  maintenance: 0,
};
const end = { at: 2, until: 2, completeAt: 2, fleet: { at: 0, firstAt: 2, lastAt: 2, counts } };

test('a file is found again, but not opened for another key, and then stays as it is', async () => {
  const path = newPath();
  const first = openHistoryFile(path, one);
  const store = createSqliteHistory(first.db);
  await store.append({ changes: [change], known, removed: [] });
  await store.finish(end);
  await store.close();
  expect(() => openHistoryFile(path, other)).toThrow(expect.objectContaining({ problem: 'other' }));
  const again = createSqliteHistory(openHistoryFile(path, one).db);
  expect((await again.changes({ limit: 1 })).changes).toHaveLength(1);
  await again.close();
});

test('a monitor that returns while others are forgotten is recorded at once', async () => {
  const db = openInMemory();
  const store = createSqliteHistory(db);
  const all = Array.from({ length: 1_500 }, (_, n) => aMonitor(n + 1));
  await store.append({ changes: [], known: all.map((monitor) => ({ monitor, seenAt: null })), removed: [] });
  await store.append({ changes: [], known: [], removed: all.map(({ monitor_uuid }) => monitor_uuid) });
  await store.finish(end);
  const count = db.prepare('SELECT count(*) AS n FROM monitor');
  const left = () => z.object({ n: z.number() }).parse(count.get()).n;
  const forgetting = store.forget(1000);
  while (left() === all.length) await setImmediate();
  expect(left()).toBeGreaterThan(0);
  await store.append({ changes: [change], known, removed: [] });
  await forgetting;
  await store.finish(end);
  expect([...((await store.load())?.monitors.keys() ?? [])]).toEqual([uuidOf(1)]);
  expect((await store.changes({ uuid: uuidOf(1), limit: 9 })).changes).toHaveLength(1);
  await store.close();
});

test('a new monitor does not inherit the slots of a removed one, which are kept until the end of the day', async () => {
  const store = createSqliteHistory(openInMemory());
  await store.append({ changes: [], known, removed: [] });
  await store.saveSlots(0, [{ uuid: uuidOf(1), slot: { ...emptySlot, seen: 8 }, lastCheck: null }]);
  const removal = { ...change, kind: 'removed', condition: null } as const;
  await store.append({ changes: [removal], known: [], removed: [uuidOf(1)] });
  await store.finish(end);
  await store.forget(SLOT_MS);
  expect((await store.changes({ limit: 1 })).changes).toEqual([]);
  await store.append({ changes: [], known: [{ monitor: aMonitor(2), seenAt: null }], removed: [] });
  expect(await store.slots(uuidOf(2), 0)).toEqual([]);
  await store.forget(SLOT_MS);
  expect(await store.slots(uuidOf(1), 0), 'forgotten with the next monitor').toBeNull();
  await store.close();
});

test('what was set aside because it was damaged is replaced by the next, with its journal', async () => {
  const path = newPath();
  const asideFiles = () =>
    readdirSync(dirname(path))
      .filter((name) => name.includes('.aside'))
      .sort();
  for (const suffix of ['', '-wal', '-shm']) writeFileSync(`${path}.aside${suffix}`, 'of an earlier one');
  writeFileSync(path, 'this is no database'.repeat(500));
  openHistoryFile(path, one).db.close();
  expect(asideFiles()).toEqual(['history.sqlite.aside']);
  expect(readFileSync(`${path}.aside`, 'utf8')).toContain('this is no database');
  openHistoryFile(path, one).db.close();
  expect(asideFiles()).toEqual(['history.sqlite.aside']);
});

test('row 86: a damaged file stays set aside, when no new one can be created at first', () => {
  const path = newPath();
  writeFileSync(path, 'this is no database'.repeat(500));
  // A folder with the name of the journal prevents SQLite from creating a file, for every user including root.
  mkdirSync(`${path}-journal`);
  for (const _ of [1, 2]) {
    expect(() => replaceHistoryFile(path, one)).toThrow();
    expect(readFileSync(`${path}.aside`, 'utf8')).toContain('this is no database');
  }
  rmdirSync(`${path}-journal`);
  replaceHistoryFile(path, one).close();
  expect(readFileSync(`${path}.aside`, 'utf8')).toContain('this is no database');
});

test('a file of an unknown layout is set aside', async () => {
  const path = newPath();
  const { db } = openHistoryFile(path, one);
  db.exec('PRAGMA user_version = 99');
  db.close();
  expect(openHistoryFile(path, one).setAside).toBe(true);
});

test('row 86: after a full disk the ids that were given back are given to others without confusing them', async () => {
  const db = openInMemory();
  const store = createSqliteHistory(db);
  await store.append({ changes: [], known, removed: [] });
  const { page_count: pages } = z
    .object({ page_count: z.number() })
    .parse(db.prepare('PRAGMA page_count').get());
  db.exec(`PRAGMA max_page_count = ${pages + 1}`);
  const name = 'long '.repeat(200);
  const many = Array.from({ length: 40 }, (_, n) => aMonitor(n + 2, { name }));
  const refused = store.append({
    changes: many.map((monitor) => ({ ...change, kind: 'added', monitor })),
    known: many.map((monitor) => ({ monitor, seenAt: null })),
    removed: [],
  });
  await expect(refused).rejects.toMatchObject({ problem: 'full' });

  db.exec('PRAGMA max_page_count = 1000000');
  // In another order and of another kind, so that each id goes to another monitor and another kind than before.
  for (const n of [9, 2]) {
    const monitor = aMonitor(n);
    await store.append({
      changes: [{ ...change, monitor }],
      known: [{ monitor, seenAt: null }],
      removed: [],
    });
  }
  const added = { ...change, kind: 'added', monitor: aMonitor(2) } as const;
  await store.append({ changes: [added], known: [], removed: [] });
  await store.finish(end);
  const found = async (query: Partial<ChangeQuery>) =>
    (await store.changes({ limit: 9, ...query })).changes.map(
      ({ kind, monitor }) => `${kind} ${Number(monitor.monitor_uuid.slice(-3))}`,
    );
  expect(await found({})).toEqual(['added 2', 'down 2', 'down 9']);
  expect(await found({ kinds: new Set(['down']) })).toEqual(['down 2', 'down 9']);
  expect(await found({ uuid: uuidOf(2) })).toEqual(['added 2', 'down 2']);
  await store.close();
});

test('row 86: a file that is no history is set aside, and a new one begun', async () => {
  const path = newPath();
  writeFileSync(path, 'this is no database'.repeat(500));
  const { db, setAside } = openHistoryFile(path, one);
  expect(setAside).toBe(true);
  const store = createSqliteHistory(db);
  await store.append({ changes: [change], known, removed: [] });
  await store.finish(end);
  expect((await store.changes({ limit: 1 })).changes).toHaveLength(1);
  await store.close();
  expect(readFileSync(`${path}.aside`, 'utf8')).toContain('this is no database');
});

test('the journal stays small, so that no transaction has to copy much of it into the file', async () => {
  const path = newPath();
  const store = createSqliteHistory(openHistoryFile(path, one).db);
  const name = 'long '.repeat(100);
  for (let n = 0; n < 60; n += 1) {
    const some = Array.from({ length: 100 }, (_, m) => aMonitor(n * 100 + m, { name }));
    await store.append({
      changes: [],
      known: some.map((monitor) => ({ monitor, seenAt: null })),
      removed: [],
    });
  }
  expect(statSync(`${path}-wal`).size).toBeLessThan(3_000_000);
  await store.close();
});

test('a change that ends nothing writes its own row only', async () => {
  const db = openInMemory();
  const store = createSqliteHistory(db);
  const readTotal = db.prepare('SELECT total_changes() AS total');
  const rows = () => z.object({ total: z.number() }).parse(readTotal.get()).total;
  const recovered = { ...change, kind: 'recovered' } as const;
  await store.append({ changes: [recovered], known, removed: [] });
  const before = rows();
  await store.append({ changes: [recovered], known: [], removed: [] });
  expect(rows() - before).toBe(1);
  await store.close();
});

test('when a beginning is forgotten, an end that is not shown yet does not show', async () => {
  const store = createSqliteHistory(openInMemory());
  const overdue = { ...change, kind: 'overdue', from: 1000, to: 2000 } as const;
  await store.append({ changes: [change, overdue], known, removed: [] });
  await store.finish({ ...end, at: 2000, until: 2000 });
  const recovered = { ...change, kind: 'recovered', from: 8000, to: 9000 } as const;
  await store.append({ changes: [recovered], known, removed: [] });
  await store.forget(2000);
  const { changes } = await store.changes({ limit: 9 });
  expect(changes).toMatchObject([{ kind: 'overdue', lasted: null }]);
  await store.close();
});

/** How many rows `facet_block` has. */
const facetBlocks = (db: ReturnType<typeof openInMemory>) =>
  z.object({ n: z.number() }).parse(db.prepare('SELECT count(*) AS n FROM facet_block').get()).n;

test('a rare change is found wherever it is in its block, and the blocks of forgotten changes are forgotten', async () => {
  const db = openInMemory();
  const store = createSqliteHistory(db);
  const rare = [1, 1024, 3072];
  const changes = Array.from({ length: 3100 }, (_, n) => ({
    ...{ ...change, from: n, to: n + 1 },
    kind: rare.includes(n + 1) ? ('overdue' as const) : ('recovered' as const),
  }));
  await store.append({ changes, known, removed: [] });
  await store.finish({ ...end, at: 3100, until: 3100, completeAt: 3100 });
  const found = async () => {
    const { changes: some } = await store.changes({ kinds: new Set(['overdue']), limit: 20 });
    return some.map(({ sequence }) => sequence).reverse();
  };
  expect(await found()).toEqual(rare);
  expect(facetBlocks(db), 'of one facet in four blocks, and of the other in three').toBe(7);
  await store.forget(1024);
  expect(await found()).toEqual([1024, 3072]);
  expect(facetBlocks(db)).toBe(5);
  await store.close();
});

test('a page goes through about a hundred blocks and is continued by the next one', async () => {
  const db = openInMemory();
  const store = createSqliteHistory(db);
  const overdue = { ...change, kind: 'overdue' } as const;
  await store.append({ changes: [change, overdue], known, removed: [] });
  // One rare change in each block of many: appended in the usual way they would take seconds.
  db.exec(`
    WITH RECURSIVE number (n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM number WHERE n < 150 * 1024)
      INSERT INTO change SELECT n, 2, 1, 1, iif(n % 1024 = 7, 2, 1), n, NULL, NULL FROM number;
    INSERT OR IGNORE INTO facet_block SELECT DISTINCT facet, sequence / 1024 FROM change;
  `);
  await store.finish(end);
  const query = { kinds: new Set(['overdue'] as const), limit: 200 };
  const first = await store.changes(query);
  expect(first.changes.length).toBeGreaterThan(80);
  expect(first.changes.length).toBeLessThanOrEqual(100);
  const second = await store.changes({ ...query, before: first.next ?? 0 });
  expect(second.next).toBeNull();
  expect(first.changes.length + second.changes.length).toBe(151);
  await store.close();
});
