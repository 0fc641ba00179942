import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from '@playwright/test';
import { rowLinks } from '../support/browser/screen.ts';
import { plenty } from '../support/products/fixtures.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { projectRoot } from '../support/products/server-process.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

/** Whether something listens on this port of 127.0.0.1. */
async function isOpenOnIPv4(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

test('with IPv6 alone the API is read and the pages are served', async ({ page }, testInfo) => {
  testInfo.skip(!hasIPv6, 'needs IPv6');
  const api = await startStaticReferenceApi({ monitors: 60, limits: plenty, host: '::1' });
  const product = await startProduct({ env: { ...upstreamEnv(api), HOSTNAME: '::1' } });
  expect(product.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(await isOpenOnIPv4(Number(new URL(product.url).port))).toBe(false);
  await page.goto(`${product.url}/monitors`);
  await expect(rowLinks(page)).toHaveCount(25);
  await product.stop();
  await api.close();
});

test('HOSTNAME=:: serves IPv6 and IPv4', async ({ page }, testInfo) => {
  testInfo.skip(!hasIPv6, 'needs IPv6');
  const product = await startProduct({ env: { SIGHTLINE_DEMO: '1', HOSTNAME: '::' } });
  const { port } = new URL(product.url);
  for (const host of ['[::1]', '127.0.0.1']) {
    await page.goto(`http://${host}:${port}/monitors`);
    await expect(rowLinks(page).first()).toBeVisible();
  }
  await product.stop();
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

test('in a network without IPv4 the API is read, and pages and the health check are answered', () => {
  test.info().skip(runWithIPv6Only('--version').status !== 0, 'needs a network of its own');
  const { stdout, stderr } = runWithIPv6Only('--conditions=react-server e2e/deploy/ipv6-only.ts');
  expect(stdout, stderr).toContain('{');
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
    status: 200,
    total: '1–25 of 60',
    onIPv4: 'unreachable',
    health: 0,
  });
});
