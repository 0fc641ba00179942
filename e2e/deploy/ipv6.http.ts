/** @module-tag deep */
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { test } from '../support/products/http-test.ts';
import { projectRoot } from '../support/products/server-process.ts';
import { skipUnless } from '../support/runner/skip-unless.ts';

/** Runs one of our programs in a network without IPv4. */
function runWithIPv6Only(program: string) {
  const setUp = 'ip link set lo up && ip address delete 127.0.0.1/8 dev lo && exec "$@"';
  return spawnSync(
    'unshare',
    ['--user', '--map-root-user', '--net', 'sh', '-c', setUp, 'sh', process.execPath, ...program.split(' ')],
    { cwd: projectRoot, encoding: 'utf8' },
  );
}

test('in a network without IPv4 the API is read, and pages and the health check are answered', ({ skip }) => {
  skipUnless(runWithIPv6Only('--version').status === 0, 'needs a network of its own', skip);
  const { stdout, stderr } = runWithIPv6Only('--conditions=react-server e2e/deploy/ipv6-only.ts');
  expect(stdout, stderr).toContain('{');
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
    status: 200,
    total: '1–25 of 60',
    onIPv4: 'unreachable',
    health: 0,
  });
});
