/** @module-tag deep */
import { createServer } from 'node:http';
import { expect } from 'vitest';
import { endNow, listenOnLoopback } from '../support/http/loopback.ts';
import { ask, waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { launchProduct, startProduct } from '../support/products/product.ts';

test('a proxy may remove the path: pages, their links and their files are found with and without it', async () => {
  const product = await startProduct({ env: { SIGHTLINE_DEMO: '1', SIGHTLINE_BASE_PATH: '/ops/status/' } });
  expect(product.logs()).toContain('/ops/status with demo data');
  const { origin, href } = new URL(product.url);
  expect(href).toBe(`${origin}/ops/status`);
  await waitForCompleteInventory({ url: origin });
  for (const start of [origin, href]) {
    const { status, text } = await ask(`${start}/monitors`);
    expect(status).toBe(200);
    const rows = [...text.matchAll(/<a [^>]*href="([^"]*\/monitors\/[\da-f-]{36})(?:\?[^"]*)?"/g)].map(
      ([, to]) => to,
    );
    expect(new Set(rows).size).toBe(25);
    expect(rows.filter((to) => !to?.startsWith('/ops/status/monitors/'))).toEqual([]);
    const scripts = [...text.matchAll(/<script src="([^"]+)"/g)].map(([, from = '']) => from);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      expect(script).toMatch(/^\/ops\/status\/_next\/static\//);
      expect((await ask(`${origin}${script}`)).status, script).toBe(200);
      expect((await ask(`${origin}${script.replace('/ops/status', '')}`)).status, script).toBe(200);
    }
    const unknown = await ask(`${start}/nowhere`);
    expect(unknown.status).toBe(404);
    expect(unknown.text.includes('href="/ops/status/monitors"'), 'a link to all monitors').toBe(true);
  }
  await product.stop();
});

test('a request that arrives as soon as the port is open is answered', async () => {
  const other = createServer();
  const port = String(await listenOnLoopback(other));
  await endNow(other);
  const product = launchProduct({
    env: { SIGHTLINE_DEMO: '1', SIGHTLINE_BASE_PATH: '/status', PORT: port },
  });
  const first = () => ask(`http://127.0.0.1:${port}/status/api/health`);
  await expect.poll(async () => (await first()).status, { interval: 5 }).toBe(200);
  await product.stop();
});
