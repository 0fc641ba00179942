import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { expect } from 'vitest';
import { ask, waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { projectRoot } from '../support/products/server-process.ts';
import { skipUnless } from '../support/runner/skip-unless.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';

test('with addresses of IPv6 only, the API is read, and pages and the health check are answered', async ({
  skip,
}) => {
  const addresses = Object.values(networkInterfaces()).flatMap((network) => network ?? []);
  skipUnless(
    addresses.some(({ address }) => address === '::1'),
    'needs IPv6',
    skip,
  );
  const api = await startStaticReferenceApi({ monitors: 60, host: '::1' });
  const product = await startProduct({ env: { ...upstreamEnv(api), HOSTNAME: '::1' } });
  const { port } = new URL(product.url);
  expect(product.url).toBe(`http://[::1]:${port}`);
  await waitForCompleteInventory(product);
  expect((await ask(`${product.url}/monitors`)).text).toMatch(/1–25 of (<!-- -->)?60/);
  // HOSTNAME as in the image. Nothing answers at 127.0.0.1.
  const health = spawnSync(process.execPath, ['lib/launch/health-check.ts'], {
    cwd: projectRoot,
    env: { ...process.env, HOSTNAME: '::', PORT: port },
  });
  expect(health.status).toBe(0);
  await product.stop();
  await api.close();
});
