import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from '@playwright/test';
import { rowLinks } from '../support/browser/screen.ts';
import { plenty } from '../support/products/fixtures.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { startStaticReferenceApi } from '../support/upstream/fixed-monitors.ts';

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

/** Starts a server on ::1 that passes everything on to a port of 127.0.0.1. */
async function startOnIPv6(target: number) {
  const server = createServer((socket) => {
    const other = connect({ host: '127.0.0.1', port: target });
    socket.pipe(other).pipe(socket);
    for (const one of [socket, other]) one.on('error', () => {});
  }).listen(0, '::1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { port: address.port, close: () => server.close() };
}

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
  const api = await startStaticReferenceApi({ monitors: 60, limits: plenty });
  const onIPv6 = await startOnIPv6(Number(new URL(api.baseUrl).port));
  const baseUrl = `http://[::1]:${onIPv6.port}${new URL(api.baseUrl).pathname}`;
  const product = await startProduct({
    env: { ...upstreamEnv({ baseUrl, apiKey: api.apiKey }), HOSTNAME: '::1' },
  });
  expect(product.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(await isOpenOnIPv4(Number(new URL(product.url).port))).toBe(false);
  await page.goto(`${product.url}/monitors`);
  await expect(rowLinks(page)).toHaveCount(25);
  await product.stop();
  onIPv6.close();
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
