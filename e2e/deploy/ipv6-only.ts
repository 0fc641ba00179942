/**
 * Run by ipv6.http.ts where there is no IPv4: starts the reference API and a product that reads it, and prints what they
 * answer as JSON.
 */
import { spawnSync } from 'node:child_process';
import { waitForCompleteInventory } from '../support/http/read.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';

const api = await startStaticReferenceApi({ monitors: 60, host: '::1' });
const product = await startProduct({
  env: { ...upstreamEnv(api), HOSTNAME: '::', SIGHTLINE_ALLOW_OPEN_ACCESS: '1' },
});
const { port } = new URL(product.url);
const url = `http://[::1]:${port}`;
await waitForCompleteInventory({ ...product, url });
const page = await fetch(`${url}/monitors`);
const onIPv4 = await fetch(`http://127.0.0.1:${port}/`).then(
  () => 'answered',
  () => 'unreachable',
);
const health = spawnSync(process.execPath, ['lib/launch/health-check.ts'], {
  env: { ...process.env, HOSTNAME: '::', PORT: port },
});
await product.stop();
await api.close();
console.log(
  JSON.stringify({
    status: page.status,
    total: /1–25 of \d+/.exec(await page.text())?.[0],
    onIPv4,
    health: health.status,
  }),
);
