import { afterEach, expect, test, vi } from 'vitest';
import { applicationAt, readBasePath } from './base-path';

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['', ''],
  [' / ', ''],
  ['/status', '/status'],
  ['/status/', '/status'],
  ['/ops/up.v2/~me', '/ops/up.v2/~me'],
])('SIGHTLINE_BASE_PATH %j means %j', (value, expected) => {
  expect(readBasePath(value)).toBe(expected);
});

test.each(['status', '//other.example', '/a//b', '/a b', '/a?b', '/../etc', '/%2e', 'https://a.example/b'])(
  'SIGHTLINE_BASE_PATH %j is rejected with a sentence',
  (value) => {
    expect(() => readBasePath(value)).toThrow(/SIGHTLINE_BASE_PATH must be a path .*such as \/status/);
  },
);

test('a path in a container without a temporary directory is rejected with a sentence; the root needs none', async () => {
  vi.stubEnv('TMPDIR', '/proc/nowhere');
  await expect(applicationAt('/status')).rejects.toThrow(
    /^SIGHTLINE_BASE_PATH needs a temporary directory .*\/proc\/nowhere cannot be written to \(ENOENT\)/,
  );
  expect(await applicationAt('')).toBe('.');
});
