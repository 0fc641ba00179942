import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHistoryFile } from '../history/sqlite/open-history-file.ts';
import { prepareDataDirectory } from './data-directory';
import { openStore } from './open-store';
import { makePrivate } from './private-files';
import { ownerOf } from './whose-data';

const baseUrl = new URL('https://api.example.com/v1');
const old = { baseUrl, apiKey: 'old' };
const rotated = { baseUrl, apiKey: 'rotated' };
const elsewhere = { baseUrl: new URL('https://api.example.org/v1'), apiKey: 'old' };
type Upstream = typeof old;

/** A stored list: a head, and the rows. */
const list = (...uuids: string[]) => [
  JSON.stringify({ rows: uuids.length }),
  JSON.stringify(uuids.map((monitor_uuid) => ({ monitor_uuid }))),
];

function setUp() {
  const directory = mkdtempSync(join(tmpdir(), 'sightline-data-'));
  const lines: string[] = [];
  const add = (_: unknown, text?: string) => void lines.push(text ?? '');
  const log = { info: add, warn: add };
  let now = Date.parse('2026-11-25T12:00:00.000Z');
  return {
    directory,
    lines,
    folders: () => readdirSync(directory).filter((name) => name.startsWith('aside-')),
    /** Opens the directory as a process does, with the history. */
    start(upstream: Upstream) {
      now += 1000;
      const { store, problem, otherData } = openStore(directory, upstream, { now, log });
      expect(problem).toBeNull();
      const { db } = openHistoryFile(join(directory, 'history.sqlite'), ownerOf(upstream));
      const calls: string[] = [];
      const carryOver = {
        history: async (move: () => void) => {
          calls.push('history');
          db.close();
          move();
        },
        usage: async ([text]: readonly string[]) => void calls.push(`usage ${text}`),
        list: async () => void calls.push('list'),
      };
      return {
        store,
        otherData,
        calls,
        recognize: (...uuids: string[]) => otherData.recognize(uuids, carryOver),
        /** Stores what a process has read. */
        async read(...uuids: string[]) {
          db.exec("INSERT INTO about (name, value) VALUES ('recorded', '{}')");
          for (const uuid of uuids) db.prepare('INSERT INTO monitor (uuid) VALUES (?)').run(uuid);
          await store.write('usage-history', ['samples']);
          await store.write('detail:a', ['detail']);
          await store.write('snapshot', list(...uuids));
        },
        async stop() {
          if (db.isOpen) db.close();
          await store.close();
        },
      };
    },
  };
}

/** The UUIDs of the history in place. */
function historyIn(directory: string, upstream: Upstream): unknown[] {
  const { db } = openHistoryFile(join(directory, 'history.sqlite'), ownerOf(upstream));
  const rows = db.prepare('SELECT uuid FROM monitor').all();
  db.close();
  return rows.map(({ uuid }) => uuid);
}

async function readWith(start: ReturnType<typeof setUp>['start'], upstream: Upstream, ...uuids: string[]) {
  const process = start(upstream);
  await process.read(...uuids);
  await process.stop();
}

test('row 98: with another key nothing is shown until a page is read, and everything once one monitor is known', async () => {
  const { directory, folders, start } = setUp();
  await readWith(start, old, 'a', 'B');
  const second = start(rotated);
  expect(await second.store.keys('')).toEqual([]);
  expect(second.otherData.list()).toEqual([
    { folder: folders()[0], at: '2026-11-25T12:00:02.000Z', reason: 'unproven' },
  ]);
  await second.store.write('usage-history', ['newer']);
  await second.recognize('x', 'b');
  expect(second.calls).toEqual(['history', 'usage samples', 'list']);
  expect(await second.store.read('snapshot')).toEqual(list('a', 'B'));
  expect(await second.store.read('detail:a')).toEqual(['detail']);
  expect(await second.store.read('usage-history'), 'written since').toEqual(['newer']);
  expect(second.otherData.list()).toEqual([]);
  await second.stop();
  expect(folders(), 'nothing is left there').toEqual([]);
  expect(historyIn(directory, rotated)).toEqual(['a', 'B']);
});

test('row 99: if no monitor is known, the data stays set aside, and is used again with its key', async () => {
  const { directory, folders, start, lines } = setUp();
  await readWith(start, old, 'a');
  const second = start(rotated);
  await second.recognize('x');
  expect(second.calls).toEqual([]);
  expect(second.otherData.list()).toMatchObject([{ reason: 'other_organization' }]);
  expect(lines).toContain('data that was set aside is of another organization');
  await second.read('x');
  await second.stop();
  const third = start(old);
  expect(await third.store.read('snapshot'), 'at once, because the key is the same').toEqual(list('a'));
  expect(third.otherData.list()).toMatchObject([{ reason: 'unproven' }]);
  third.otherData.conclude();
  expect(third.otherData.list()).toMatchObject([{ reason: 'other_organization' }]);
  await third.stop();
  expect(historyIn(directory, old)).toEqual(['a']);
  expect(folders()).toHaveLength(1);
});

test('row 99: data of another base URL is set aside, whatever its monitors, and used again with that URL', async () => {
  const { start } = setUp();
  await readWith(start, old, 'a');
  const second = start(elsewhere);
  await second.recognize('a');
  expect(second.otherData.list()).toMatchObject([{ reason: 'other_base_url' }]);
  expect(await second.store.read('snapshot')).toBeNull();
  await second.read('a');
  await second.stop();
  const third = start(old);
  expect(await third.store.read('snapshot')).toEqual(list('a'));
  await third.stop();
});

test('row 98: a list without monitors proves nothing: the first page with one does', async () => {
  const { start } = setUp();
  await readWith(start, old, 'a');
  const second = start(rotated);
  await second.recognize();
  await second.store.write('snapshot', list());
  expect(second.otherData.list()).toMatchObject([{ reason: 'unproven' }]);
  await second.recognize('a');
  expect(await second.store.read('snapshot')).toEqual(list('a'));
  await second.stop();
});

test('row 98: a key with which nothing was ever read leaves nothing behind', async () => {
  const { folders, start } = setUp();
  await readWith(start, old, 'a');
  const mistyped = start({ ...rotated, apiKey: 'mistyped' });
  await mistyped.store.write('ledger', ['rejected']);
  await mistyped.stop();
  const third = start(rotated);
  expect(folders()).toHaveLength(1);
  expect(await third.store.read('ledger')).toBeNull();
  await third.recognize('a');
  expect(await third.store.read('snapshot')).toEqual(list('a'));
  await third.stop();
});

test.each(['sightline.sqlite', 'history.sqlite'])(
  'rows 98, 99: killed after only one file was set aside or carried over, of which %s is left, the next process goes on',
  async (file) => {
    const { directory, folders, start } = setUp();
    await readWith(start, old, 'a');
    // The folder of the first attempt has one file, and the other one is still in place.
    const folder = join(directory, 'aside-2026-11-25T11-00-00.000Z');
    mkdirSync(folder);
    renameSync(join(directory, file), join(folder, file));
    const second = start(rotated);
    expect(folders()).toHaveLength(2);
    await second.recognize('a');
    expect(await second.store.read('snapshot')).toEqual(list('a'));
    await second.stop();
    expect(historyIn(directory, rotated)).toEqual(['a']);
    expect(folders()).toEqual([]);
  },
);

test('rows 98, 99: a history that has something is never replaced', async () => {
  const { directory, folders, start } = setUp();
  await readWith(start, old, 'a');
  const second = start(rotated);
  await second.read('a', 'b');
  await second.recognize('a');
  await second.stop();
  expect(historyIn(directory, rotated)).toEqual(['a', 'b']);
  expect(existsSync(join(directory, folders()[0] ?? '', 'history.sqlite'))).toBe(true);
});

test('the addresses that users have signed in from are known with any key', async () => {
  const { start } = setUp();
  const first = start(old);
  await first.store.write('known-networks', ['networks']);
  await first.read('a');
  await first.stop();
  const second = start(elsewhere);
  expect(await second.store.read('known-networks')).toEqual(['networks']);
  await second.stop();
});

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

test('row 100: files are for their owner only, also those of before, in a directory that others could read', async () => {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const { directory, start } = setUp();
  const before = ['sightline.sqlite.aside', 'history.sqlite.new-journal'];
  for (const name of before) writeFileSync(join(directory, name), '');
  writeFileSync(join(directory, 'notes.txt'), 'not of Sightline');
  chmodSync(directory, 0o777);
  await readWith(start, old, 'a');
  const second = start(rotated);
  await second.read('x');
  expect(modeOf(directory)).toBe('700');
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(directory, name)).isFile() && name !== 'notes.txt');
  expect(files).toContain('sightline.sqlite-wal');
  expect(files.filter((name) => name.startsWith('aside-'))).toHaveLength(2);
  expect(files.map((name) => [name, modeOf(join(directory, name))])).toEqual(
    files.map((name) => [name, '600']),
  );
  expect(modeOf(join(directory, 'notes.txt'))).toBe('666');
  await second.stop();
});

test.skipIf(process.platform !== 'linux')(
  'row 100: a directory whose permissions cannot be changed is used as it is',
  () => {
    // Nobody can change these, not even root.
    expect(() => chmodSync('/proc/self/task', 0o700)).toThrow(/EPERM/);
    expect(() => makePrivate('/proc/self/task', /./)).not.toThrow();
  },
);

test('row 100: a folder that users share, such as /tmp, stays as it is', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sightline-data-'));
  chmodSync(directory, 0o1777);
  prepareDataDirectory(directory, ownerOf(old), { now: 0, log: { info: () => {}, warn: () => {} } });
  expect(modeOf(directory)).toBe('1777');
});
