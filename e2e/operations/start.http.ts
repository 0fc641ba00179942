import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startReferenceApi } from '../../lib/reference-api/server.ts';
import { endNow, listenOnLoopback } from '../support/http/loopback.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { startExpectingFailure, startProduct } from '../support/products/product.ts';
import { readsOnce } from '../support/products/stack.ts';

// env.test.ts, base-url.test.ts, access-config.test.ts and the tests of lib/launch have the other mistakes.
test('does not start when the base URL contains a password, and says so in one line without the password', async () => {
  const key = 'secret-key-that-nobody-may-see';
  const { code, errors, all } = await startExpectingFailure({
    MONITOR_API_BASE_URL: 'https://user:pw@example.com/v1',
    MONITOR_API_KEY: key,
  });
  expect(code, all).toBe(1);
  expect(errors.trim().split('\n'), 'one line, no stack').toHaveLength(1);
  expect(errors).toContain('MONITOR_API_BASE_URL');
  expect(all).not.toContain('Sightline is running at');
  expect(all).not.toContain(key);
  expect(all).not.toContain('user:pw');
});

test('does not start on a port in use, and reports it', async () => {
  const other = createServer();
  const port = String(await listenOnLoopback(other));
  const { code, errors } = await startExpectingFailure({ SIGHTLINE_DEMO: '1', PORT: port });
  await endNow(other);
  expect(code).toBe(1);
  expect(errors.trim()).toBe(`Port ${port} on 127.0.0.1 is already in use. Set PORT to a free port.`);
});

test('does not start without any settings, and says what to set', async () => {
  const { code, errors } = await startExpectingFailure({});
  expect(code).toBe(1);
  expect(errors.trim()).toMatch(/^MONITOR_API_BASE_URL is not set\. .* SIGHTLINE_DEMO=1 for demo data\.$/);
});

test('reads the key from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  const file = join(folder, 'key');
  const api = await startReferenceApi({ monitors: 3 });
  await writeFile(file, `${api.apiKey}\n`);
  const product = await startProduct({
    env: { MONITOR_API_BASE_URL: api.baseUrl, MONITOR_API_KEY_FILE: file, SIGHTLINE_AUTH: 'none' },
  });
  expect((await ask(`${product.url}/api/monitors`)).status).toBe(200);
  await product.stop();
  expect(product.logs()).not.toContain(api.apiKey);
  await api.close();
  await rm(folder, { recursive: true });
});

test('row 35: exits with code 0 on SIGTERM, after pending requests have been answered', async ({ stack }) => {
  const { product, referenceApi } = await stack({}, { env: readsOnce });
  referenceApi.api.inject({ kind: 'delay', ms: 500 });
  const before = referenceApi.requests();
  const [monitor] = referenceApi.api.organization().monitors();
  const response = ask(`${product.url}/api/monitors/${monitor?.monitor_uuid}`);
  await expect.poll(() => referenceApi.requests() - before, { interval: 10 }).toBe(1);
  const code = product.stop();
  expect((await response).status).toBe(200);
  expect(await code).toBe(0);
  await expect(ask(`${product.url}/api/health`)).rejects.toThrow();
});

test('each page says that its data is demo data, and with real data no page does', async ({
  demo,
  staticStack: { product },
}) => {
  const notices = (origin: string) =>
    Promise.all(
      ['/monitors', '/nowhere'].map(async (path) => {
        const { text } = await ask(`${origin}${path}`);
        return [text.includes('<nav'), text.includes('Sample data from the built-in reference API')];
      }),
    );
  expect(await notices(demo.url)).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(await notices(product.url)).toEqual([
    [true, false],
    [true, false],
  ]);
});
