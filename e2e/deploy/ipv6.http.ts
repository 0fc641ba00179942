/** @module-tag deep */
import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { expect } from 'vitest';
import { readList, waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { projectRoot } from '../support/products/server-process.ts';
import { skipUnless } from '../support/runner/skip-unless.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

test('the API is read over IPv6, and HOSTNAME=:: serves IPv6 and IPv4', async ({ skip }) => {
  skipUnless(hasIPv6, 'needs IPv6', skip);
  const api = await startStaticReferenceApi({ monitors: 60, host: '::1' });
  const product = await startProduct({
    env: { ...upstreamEnv(api), HOSTNAME: '::', SIGHTLINE_ALLOW_OPEN_ACCESS: '1' },
  });
  const { port } = new URL(product.url);
  for (const host of ['[::1]', '127.0.0.1']) {
    const url = `http://${host}:${port}`;
    await waitForCompleteInventory({ url });
    expect((await readList({ url })).pagination.total, host).toBe(60);
  }
  await product.stop();
  await api.close();
});

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
