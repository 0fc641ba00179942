import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSmallFile } from './watched-file';

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { folder, path: join(folder, 'file') };
}

test('a file is read as text, up to 1 MB', async () => {
  const { path } = newFolder();
  const text = '#'.repeat(1_000_000);
  writeFileSync(path, text);
  expect(await readSmallFile(path)).toBe(text);
  writeFileSync(path, `${text}#`);
  await expect(readSmallFile(path)).rejects.toThrow('larger than 1 MB');
});

test('a pipe or folder is rejected without waiting for its content', async () => {
  const { folder, path } = newFolder();
  execFileSync('mkfifo', [path]);
  await expect(readSmallFile(path)).rejects.toThrow('not a regular file');
  await expect(readSmallFile(folder)).rejects.toThrow('not a regular file');
  await expect(readSmallFile('/dev/zero')).rejects.toThrow('not a regular file');
  await expect(readSmallFile(join(folder, 'nothing'))).rejects.toThrow('ENOENT');
});
