/** @module-tag deep */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { skipUnless } from '../../../e2e/support/runner/skip-unless.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { openSqliteFile } from './open-sqlite-file.ts';
import { createStorage } from './storage.ts';

const isRoot = process.getuid?.() === 0;

/** Mounts a real file system of 1 MB. @returns its folder, and functions that fill it and free it again */
function smallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  });
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      for (const size of [1 << 20, 1 << 16, 4096]) {
        for (let n = 0; ; n += 1) {
          try {
            writeFileSync(`${filler}-${size}-${n}`, Buffer.alloc(size));
          } catch {
            break;
          }
        }
      }
    },
    makeReadOnly: () => execFileSync('mount', ['-o', 'remount,ro', folder]),
    free: () => execFileSync('sh', ['-c', `rm -f ${filler}*`]),
  };
}

async function openOn(folder: string) {
  const clock = createFakeClock();
  const { database, problem, retry, markDamaged } = await openSqliteFile(folder, clock.now());
  const log = { info: () => {}, warn: () => {} };
  const storage = createStorage(database, { term: () => 1, clock, log, startProblem: problem, markDamaged });
  if (retry) storage.retryRegularly(retry);
  onTestFinished(() => storage.close());
  return { clock, storage };
}

const write = (storage: ReturnType<typeof createStorage>, key: string, bytes = 10) =>
  storage.asLeader((trx) =>
    trx
      .insertInto('state')
      .values({ key, value: 'x'.repeat(bytes) })
      .execute(),
  );

async function keysIn(folder: string): Promise<string[]> {
  const { storage } = await openOn(folder);
  const rows = await storage.read((db) => db.selectFrom('state').select('key').orderBy('key').execute());
  return rows.map(({ key }) => key);
}

test('row 111: a disk that fills up is named as such, and what is stored survives', async ({ skip }) => {
  skipUnless(isRoot, 'needs root, to mount a file system', skip);
  const disk = smallDisk();
  const { storage } = await openOn(disk.folder);
  await write(storage, 'before');
  disk.fill();
  await expect(write(storage, 'lost', 500_000)).rejects.toMatchObject({ problem: 'full' });
  expect(storage.problem()).toMatchObject({ problem: 'full' });
  disk.free();
  await write(storage, 'after');
  expect(storage.problem()).toBeNull();
  await storage.close();
  expect(await keysIn(disk.folder)).toEqual(['after', 'before']);
});

test('row 112: a first start on a full disk moves what it kept in memory to the disk once there is space', async ({
  skip,
}) => {
  skipUnless(isRoot, 'needs root, to mount a file system', skip);
  const disk = smallDisk();
  disk.fill();
  const { clock, storage } = await openOn(disk.folder);
  expect(storage.problem()).toMatchObject({ problem: 'full' });
  await write(storage, 'in memory');
  await clock.pass(120_000);
  expect(storage.problem(), 'still full').toMatchObject({ problem: 'full' });
  disk.free();
  await clock.pass(60_000);
  await expect.poll(() => storage.problem()).toBeNull();
  await write(storage, 'on disk');
  await storage.close();
  expect(existsSync(join(disk.folder, 'sightline.db'))).toBe(true);
  expect(await keysIn(disk.folder)).toEqual(['in memory', 'on disk']);
});

test('row 37: a sound file on a file system that is read-only is named as such, and not as one that cannot be used', async ({
  skip,
}) => {
  skipUnless(isRoot, 'needs root, to mount a file system', skip);
  const disk = smallDisk();
  const { storage: before } = await openOn(disk.folder);
  await before.close();
  disk.makeReadOnly();
  const { storage } = await openOn(disk.folder);
  expect(storage.problem()).toMatchObject({ problem: 'read_only' });
});
