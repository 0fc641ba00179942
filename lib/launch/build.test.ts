import { afterEach, expect, test, vi } from 'vitest';
import { applicationAt } from './build';

afterEach(() => void vi.unstubAllEnvs());

test('a path in a container without a temporary directory is rejected with a sentence; the root needs none', async () => {
  vi.stubEnv('TMPDIR', '/proc/nowhere');
  await expect(applicationAt('/status')).rejects.toThrow(
    /^SIGHTLINE_BASE_PATH needs a temporary directory .*\/proc\/nowhere cannot be written to \(ENOENT\)/,
  );
  expect(await applicationAt('')).toBe('.');
});
