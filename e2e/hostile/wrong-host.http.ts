import { expect } from 'vitest';
import { type RawResponse, rawRequest } from '../support/http/raw-request.ts';
import { sendBytes } from '../support/http/send-bytes.ts';
import { test } from '../support/products/http-test.ts';
import { password, signedIn } from '../support/sign-in/password.ts';

const foreign = [
  'evil.example',
  'evil.example:3000',
  '192.168.1.5',
  '0.0.0.0',
  'localhost.evil.example',
  '[::2]',
];
const malformed = ['user@localhost', 'localhost:http', 'a b', 'localhost, evil.example', '*', '..'];

function expectWrongHost({ status, headers, text }: RawResponse, name: string): void {
  expect(status, name).toBe(421);
  expect(headers['content-type'], name).toBe('application/json; charset=utf-8');
  expect(headers['cache-control'], name).toBe('private, no-store');
  const body = JSON.parse(text.slice(text.lastIndexOf('\n{')));
  expect(body, name).toEqual({
    error: expect.stringMatching(/^[A-Z].*SIGHTLINE_ALLOWED_HOSTS.*\.$/),
    code: 'wrong_host',
    request_id: headers['x-request-id'],
  });
}

test('row 76: a request for an unknown host gets 421, whatever its path', async ({
  staticStack: { product, referenceApi },
}) => {
  const [monitor] = referenceApi.api.organization().monitors();
  const page = await rawRequest(product.url, { path: '/monitors' });
  const [script = 'no script'] = /\/_next\/static\/[^"\\]+\.js/.exec(page.text) ?? [];
  const paths = ['/', '/monitors', '/usage', '/icon.svg', script, '/_next/static/none.js', '/nowhere']
    .concat(['/api/monitors', `/api/monitors/${monitor?.monitor_uuid}`, '/api/monitors/export?format=csv'])
    .concat(['/api/usage', '/api/auth/login', '/api/nowhere', '/api/health/']);
  for (const path of paths) {
    expectWrongHost(await rawRequest(product.url, { path, headers: { Host: 'evil.example' } }), path);
  }
  for (const Host of [...foreign, ...malformed]) {
    expectWrongHost(await rawRequest(product.url, { path: '/api/monitors', headers: { Host } }), Host);
  }
  // Sent as raw bytes, because Node's client cannot send an empty Host.
  const empty = 'GET /api/monitors HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n';
  expect(await sendBytes(product.url, empty)).toMatch(/^HTTP\/1\.1 421 /);
  const persuading = { 'X-Forwarded-Host': 'localhost', Forwarded: 'host=localhost', Origin: product.url };
  expectWrongHost(
    await rawRequest(product.url, {
      path: '/api/monitors',
      headers: { Host: 'evil.example', ...persuading },
    }),
    'no proxy is trusted',
  );
});

test('row 76: the public URL, the listed hosts and the trusted proxies are those of the settings', async ({
  stack,
}) => {
  const { product } = await stack(
    { monitors: 3 },
    {
      env: {
        SIGHTLINE_PUBLIC_URL: 'https://sightline.example.com',
        SIGHTLINE_ALLOWED_HOSTS: 'monitors.lan',
        SIGHTLINE_TRUSTED_PROXY_HOPS: '1',
      },
      waitForInventory: false,
    },
  );
  const askApi = (headers: Record<string, string>, path = '/api/openapi.json') =>
    rawRequest(product.url, { path, headers });
  for (const Host of ['sightline.example.com', 'monitors.lan:3000', 'localhost']) {
    expect((await askApi({ Host })).status, Host).toBe(200);
  }
  expectWrongHost(await askApi({ Host: 'example.com' }), 'example.com');
  const forwarded = (host: string) => askApi({ Host: '10.0.0.7:3000', 'X-Forwarded-Host': host });
  expect((await forwarded('monitors.lan')).status).toBe(200);
  // The proxy appends its value after the client's.
  expectWrongHost(await forwarded('monitors.lan, evil.example'), 'the host that the proxy received');
  // Users open an https URL, so browsers may be told to require https.
  for (const path of ['/api/openapi.json', '/login', '/%ff']) {
    const { headers } = await askApi({ Host: 'localhost' }, path);
    expect(headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains');
  }
});

test('row 76: signing in and reading with a session are impossible through an unknown host', async ({
  passwordStack: { product },
}) => {
  const login = await rawRequest(product.url, {
    method: 'POST',
    path: '/api/auth/login',
    headers: {
      Host: 'evil.example',
      Origin: 'http://evil.example',
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ password }).toString(),
  });
  expectWrongHost(login, 'signing in');
  expect(login.headers['set-cookie']).toBeUndefined();
  const headers = { Host: 'evil.example', Cookie: await signedIn(product) };
  expectWrongHost(await rawRequest(product.url, { path: '/api/monitors', headers }), 'with a session');
});
