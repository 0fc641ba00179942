import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTokenFile } from './read-token-file';

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-tokens-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { folder, path: join(folder, 'tokens') };
}

test('a file is read as text, up to 1 MB', async () => {
  const { path } = setUp();
  const text = '#'.repeat(1_000_000);
  writeFileSync(path, text);
  expect(await readTokenFile(path)).toBe(text);
  writeFileSync(path, `${text}#`);
  await expect(readTokenFile(path)).rejects.toThrow('larger than 1 MB');
});

test('what is not a file is refused without waiting for what it may contain', async () => {
  const { folder, path } = setUp();
  execFileSync('mkfifo', [path]);
  await expect(readTokenFile(path)).rejects.toThrow('not a regular file');
  await expect(readTokenFile(folder)).rejects.toThrow('not a regular file');
  await expect(readTokenFile('/dev/zero')).rejects.toThrow('not a regular file');
  await expect(readTokenFile(join(folder, 'nothing'))).rejects.toThrow('ENOENT');
});
