/** @module-tag deep */
import { expect } from 'vitest';
import { waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { readsOnce } from '../support/products/stack.ts';
import { isMissing, nginxProgram } from '../support/runner/system-program.ts';
import { askProxy, freePorts, startNginx, waitForProxy } from './nginx.ts';

test('a proxy that compresses by itself makes each ETag weak, and still gets 304', async ({
  skip,
  stack,
}) => {
  skip(isMissing(nginxProgram), 'needs nginx');
  const { product } = await stack({ monitors: 60 }, { env: readsOnce });
  const proxy = startNginx('nginx-one.conf with gzip', { ...(await freePorts()), behind: [product] });
  await waitForProxy(proxy.url);
  const list = `${proxy.url}/api/monitors`;
  const { headers } = await askProxy(list, { 'accept-encoding': 'gzip' });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: expect.stringMatching(/^W\//) });
  expect((await askProxy(list, { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
  await proxy.stop();
});

test('with each configuration of docs/deploy no client can name another host', async ({ skip, stack }) => {
  skip(isMissing(nginxProgram), 'needs nginx');
  const { product } = await stack({ monitors: 60 }, { env: { SIGHTLINE_TRUSTED_PROXY_HOPS: '1' } });
  await waitForCompleteInventory(product);
  // The proxy must prevent this, because the product trusts its proxy.
  const forged = { host: 'evil.example', 'x-forwarded-host': 'localhost' };
  expect((await askProxy(`${product.url}/api/monitors`, forged)).status).toBe(200);
  for (const name of ['nginx-one.conf', 'nginx-tls.conf', 'nginx.conf'] as const) {
    const proxy = startNginx(name, { ...(await freePorts()), behind: [product, product] });
    await waitForProxy(proxy.url);
    const statusWith = async (headers: Record<string, string>) =>
      (await askProxy(`${proxy.url}/api/monitors`, headers)).status;
    expect(await statusWith({ host: 'evil.example' }), name).toBe(421);
    expect(await statusWith(forged), name).toBe(421);
    expect(await statusWith({ 'x-forwarded-host': 'evil.example' }), name).toBe(200);
    await proxy.stop();
  }
});
