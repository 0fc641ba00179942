import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { rawRequest } from '../support/http/raw-request.ts';
import { buildFolder, builtRoutes } from '../support/products/built-routes.ts';
import { test } from '../support/products/http-test.ts';

/** Headers of files of the build, and of all other responses. */
const onFiles = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};
const onData = {
  ...onFiles,
  'referrer-policy': 'same-origin',
  'cache-control': 'private, no-store',
  // Data is not a document: no nonce, and no script policy.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
const onPages = {
  ...onFiles,
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)',
};
const [chunk] = readdirSync(`${buildFolder}static/chunks`).filter((name) => name.endsWith('.js'));
const file = `/_next/static/chunks/${chunk}`;

/** A request and the expected status, which shows that it is the intended response. */
interface Expected {
  path: string;
  status: number;
  method?: string;
  headers?: Record<string, string>;
  /** Its content type, unless it is JSON. */
  type?: string;
}

/** Documents, and responses that a browser could open as one. */
const pages: Expected[] = [
  { path: '/monitors', status: 200 },
  { path: '/', status: 307 },
  { path: '/login', status: 307 },
  { path: '/nowhere', status: 404 },
  { path: '/monitors/', status: 308 },
  { path: '/monitors', status: 307, headers: { RSC: '1' } },
  { path: '/usage', status: 200 },
  { path: '/icon.svg', status: 200 },
  { path: '/icon-down.svg', status: 200 },
  { path: '/_next/static/chunks/none.js', status: 404 },
  { path: '/_next/image?url=x', status: 404 },
];

/** Data, and rejections by the launcher. */
const data: Expected[] = [
  { path: '/api/monitors', status: 200 },
  { path: '/api/monitors?page=0', status: 400 },
  { path: '/api/monitors/export?format=csv', status: 200, type: 'text/csv; charset=utf-8; header=present' },
  { path: '/api/usage', status: 200 },
  { path: '/api/health', status: 200 },
  { path: '/api/nowhere', status: 404 },
  { path: '/api/monitors', status: 405, method: 'POST' },
  { path: '/_global-error', status: 404 },
  { path: '/%ff', status: 400 },
  { path: `/${'x'.repeat(9000)}`, status: 414 },
  { path: '/monitors', status: 421, headers: { Host: 'evil.example' } },
  { path: '/', status: 405, method: 'TRACE' },
];

function expectNoOthers(headers: Record<string, unknown>, name: string): void {
  expect.soft(headers, name).not.toHaveProperty('strict-transport-security');
  expect.soft(headers, name).not.toHaveProperty('x-powered-by');
  expect.soft(headers, name).not.toHaveProperty('access-control-allow-origin');
}

function expectPageHeaders(text: string, headers: Record<string, unknown>, name: string): void {
  expect.soft(headers, name).toMatchObject(onPages);
  expectNoOthers(headers, name);
  const policy = String(headers['content-security-policy']);
  expect
    .soft(policy, name)
    .toMatch(
      /^default-src 'none'; script-src 'nonce-[\w+/]{22}==' 'strict-dynamic'; style-src 'self' 'nonce-/,
    );
  for (const part of [
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]) {
    expect.soft(policy, name).toContain(part);
  }
  expect.soft(policy, 'no inline or evaluated script').not.toMatch(/script-src[^;]*unsafe/);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  const nonces = [...text.matchAll(/nonce="([^"]+)"/g)].map(([, used]) => used);
  expect.soft(new Set(nonces).size, `${name}: one nonce`).toBeLessThanOrEqual(1);
  if (nonces.length > 0) expect.soft(nonces[0], name).toBe(nonce);
}

function repeatedHeaders(rawHeaders: readonly string[]): string[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return names.filter((name, index) => names.indexOf(name) !== index);
}

test('every page has the same headers, and its own nonce', async ({ staticStack }) => {
  const policies = new Set<unknown>();
  for (const { path, status, method = 'GET', headers = {} } of pages) {
    const name = `${method} ${path}`;
    const response = await rawRequest(staticStack.product.url, { path, method, headers });
    expect.soft(response.status, name).toBe(status);
    expectPageHeaders(response.text, response.headers, name);
    policies.add(response.headers['content-security-policy']);
    // The icons contain no user data.
    const kept = path.startsWith('/icon') ? /^public, max-age=3600$/ : /no-store|^public, max-age=0/;
    expect.soft(response.headers['cache-control'], name).toMatch(kept);
  }
  expect(policies.size, 'a nonce is used once').toBe(pages.length);
});

test('row 57: every data response and every rejection has the same headers, each of them once, and no cache keeps it', async ({
  staticStack,
}) => {
  for (const {
    path,
    status,
    method = 'GET',
    headers = {},
    type = 'application/json; charset=utf-8',
  } of data) {
    const name = `${method} ${path.slice(0, 60)}`;
    const response = await rawRequest(staticStack.product.url, { path, method, headers });
    expect.soft(response.status, name).toBe(status);
    expect.soft(response.headers, name).toMatchObject({ ...onData, 'content-type': type });
    expectNoOthers(response.headers, name);
    expect.soft(repeatedHeaders(response.rawHeaders), name).toEqual([]);
  }
});

test('files of the build have the headers for files and are cacheable, served by Next or by the launcher', async ({
  staticStack,
}) => {
  const ask = (headers: Record<string, string>) =>
    rawRequest(staticStack.product.url, { path: file, headers });
  const byNext = await ask({});
  // Files are compressed one by one after the start; the launcher then serves them itself.
  const byLauncher = async () => (await ask({ 'Accept-Encoding': 'br' })).headers;
  await expect.poll(byLauncher).toMatchObject({ 'content-encoding': 'br' });
  for (const headers of [byNext.headers, await byLauncher()]) {
    expect(headers).toMatchObject(onFiles);
    expectNoOthers(headers, file);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers, 'not a page, so no policy').not.toHaveProperty('content-security-policy');
  }
});

test('row 93: HEAD has the headers of GET and no body, on every route', async ({
  staticStack: { product, referenceApi },
}) => {
  const uuid = referenceApi.api.organization().monitors()[0]?.monitor_uuid ?? '';
  const paths = builtRoutes(uuid).map(({ path }) => (path.endsWith('/export') ? `${path}?format=csv` : path));
  for (const path of paths) {
    const [got, headed] = [
      await rawRequest(product.url, { path }),
      await rawRequest(product.url, { path, method: 'HEAD' }),
    ];
    expect.soft(headed.status, path).toBe(got.status);
    expect.soft(headed.text.split('\n').at(-1), path).toBe('');
    for (const name of ['content-type', 'content-disposition', 'location', 'allow', 'cache-control'])
      expect
        .soft(headed.headers[name]?.slice(0, 40), `${name} of ${path}`)
        .toBe(got.headers[name]?.slice(0, 40));
    expect.soft('etag' in headed.headers, `ETag of ${path}`).toBe('etag' in got.headers);
  }
});
