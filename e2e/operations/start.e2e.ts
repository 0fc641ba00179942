import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startReferenceApi } from '../../lib/reference-api/server.ts';
import { expectAccessible } from '../support/browser/expect-accessible.ts';
import { ask } from '../support/http/read.ts';
import { readsOnce, test } from '../support/products/fixtures.ts';
import { neutralEnvironment, startExpectingFailure, startProduct } from '../support/products/product.ts';
import { launchServer } from '../support/products/server-process.ts';

const key = 'secret-key-that-nobody-may-see';
const url = 'http://127.0.0.1:9/v1';

/** One mistake of each kind; env.test.ts, base-url.test.ts and the tests of lib/launch have the others. */
const mistakes: { name: string; env: Record<string, string>; names: string }[] = [
  { name: 'the base URL is missing', env: { MONITOR_API_KEY: key }, names: 'MONITOR_API_BASE_URL' },
  { name: 'the key is missing', env: { MONITOR_API_BASE_URL: url }, names: 'MONITOR_API_KEY' },
  {
    name: 'the base URL contains a password',
    env: { MONITOR_API_BASE_URL: 'https://user:pw@example.com/v1', MONITOR_API_KEY: key },
    names: 'MONITOR_API_BASE_URL',
  },
  {
    name: 'the key file cannot be read',
    env: { MONITOR_API_BASE_URL: url, MONITOR_API_KEY_FILE: '/nowhere/key' },
    names: 'MONITOR_API_KEY_FILE',
  },
  {
    name: 'demo and a real key are set',
    env: { SIGHTLINE_DEMO: '1', MONITOR_API_KEY: key },
    names: 'SIGHTLINE_DEMO',
  },
  {
    name: 'no sign-in mode is set',
    env: { MONITOR_API_BASE_URL: url, MONITOR_API_KEY: key },
    names: 'SIGHTLINE_AUTH',
  },
  {
    name: 'the log level is a number',
    env: { SIGHTLINE_DEMO: '1', SIGHTLINE_LOG_LEVEL: '3' },
    names: 'SIGHTLINE_LOG_LEVEL',
  },
  {
    name: 'a listed host has a port',
    env: { SIGHTLINE_DEMO: '1', SIGHTLINE_ALLOWED_HOSTS: 'monitors.lan:3000' },
    names: 'SIGHTLINE_ALLOWED_HOSTS',
  },
  { name: 'the port is a word', env: { SIGHTLINE_DEMO: '1', PORT: 'http' }, names: 'PORT' },
];

for (const { name, env, names } of mistakes) {
  test(`does not start when ${name}`, async () => {
    const { code, errors, all } = await startExpectingFailure(env);
    expect(code, all).toBe(1);
    expect(errors.trim().split('\n'), 'one line, no stack').toHaveLength(1);
    expect(errors).toContain(names);
    expect(all).not.toContain('Sightline is running at');
    expect(all).not.toContain(key);
    expect(all).not.toContain('user:pw');
  });
}

test('without any settings a page says what to set, and probes do not report a working Sightline', async ({
  page,
}) => {
  const product = launchServer(['lib/launch/main.ts', 'start'], {
    env: { ...neutralEnvironment(), PORT: '0' },
    pattern: /MONITOR_API_BASE_URL is not set\. Open (http:\/\/\S+) to see/,
  });
  const url = await product.url;
  const response = await page.goto(`${url}/monitors?q=a`);
  expect(response?.status()).toBe(503);
  await expect(page.getByRole('heading', { name: 'Sightline isn’t set up yet' })).toBeVisible();
  await expect(page.getByText('MONITOR_API_BASE_URL=https://api.example.com/v1')).toBeVisible();
  await expectAccessible(page);
  const health = await ask(`${url}/api/health`);
  expect([health.status, JSON.parse(health.text)]).toEqual([
    503,
    expect.objectContaining({ code: 'not_ready' }),
  ]);
  expect(await product.stop()).toBe(0);
});

test('does not start on a port in use, and reports it', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const bound = other.address();
  const port = typeof bound === 'object' ? String(bound?.port) : '';
  const { code, errors } = await startExpectingFailure({ SIGHTLINE_DEMO: '1', PORT: port });
  other.close();
  expect(code).toBe(1);
  expect(errors.trim()).toBe(`Port ${port} on 127.0.0.1 is already in use. Set PORT to a free port.`);
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
  referenceApi.api.inject({ kind: 'delay', ms: 1000 });
  const before = referenceApi.requests();
  const [monitor] = referenceApi.api.organization().monitors();
  const response = ask(`${product.url}/api/monitors/${monitor?.monitor_uuid}`);
  await expect.poll(() => referenceApi.requests() - before).toBe(1);
  const code = product.stop();
  expect((await response).status).toBe(200);
  expect(await code).toBe(0);
  await expect(ask(`${product.url}/api/health`)).rejects.toThrow();
});

test('demo mode is announced at the start and on every page', async ({ demo, page }) => {
  expect(demo.logs()).toContain('with demo data');
  await page.goto(`${demo.url}/monitors`);
  await expect(page.getByText('Demo data')).toBeVisible();
  await page.goto(`${demo.url}/nowhere`);
  await expect(page.getByText('Demo data')).toBeVisible();
});

test('with real data no demo notice is shown', async ({ staticStack, page }) => {
  await page.goto(`${staticStack.product.url}/monitors`);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByText('Demo data')).toHaveCount(0);
});
