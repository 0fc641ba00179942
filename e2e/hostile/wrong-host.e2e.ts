import { expect } from '@playwright/test';
import { type RawResponse, rawRequest } from '../support/http/raw-request.ts';
import { sendBytes } from '../support/http/send-bytes.ts';
import { test } from '../support/products/fixtures.ts';
import { password, signedIn } from '../support/sign-in/password.ts';
import { passwordTest } from '../support/sign-in/password-product.ts';

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
  const paths = ['/', '/monitors', '/usage', '/icon.svg', '/_next/static/chunks/none.js', '/nowhere']
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

test('row 76: every loopback name is accepted, on any port', async ({ staticStack: { product } }) => {
  for (const Host of [
    'localhost',
    'LOCALHOST:8080',
    'localhost.',
    'a.localhost',
    '127.0.0.2:1',
    '[::1]:3000',
  ]) {
    const { status } = await rawRequest(product.url, { path: '/api/monitors', headers: { Host } });
    expect(status, Host).toBe(200);
  }
  const hostless = await sendBytes(product.url, 'GET /api/monitors HTTP/1.0\r\n\r\n');
  expect(hostless, 'HTTP/1.0 without Host, which no browser sends').toMatch(/^HTTP\/1\.1 200 /);
  const repeated =
    'GET /api/monitors HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
  expect(await sendBytes(product.url, repeated)).toMatch(/^HTTP\/1\.1 400 /);
});

test('row 76: probes may request the health by any IP address, but not by an unknown name', async ({
  staticStack: { product },
}) => {
  for (const path of ['/api/health', '/api/health?ready=1']) {
    for (const Host of ['10.0.0.7:3000', '[fd00::7]:3000']) {
      const response = await rawRequest(product.url, { path, headers: { Host } });
      expect(response.status, path).toBe(200);
      expect(response.text, path).toMatch(/\n\{"status":"ok"\}$/);
    }
  }
  for (const path of ['/api/health', '/api/health?ready=1', '/api/metrics']) {
    expectWrongHost(await rawRequest(product.url, { path, headers: { Host: 'evil.example' } }), path);
  }
});

test('row 76: the public URL and the listed hosts are accepted', async ({ stack }) => {
  const { product } = await stack(
    { monitors: 3 },
    {
      env: {
        SIGHTLINE_PUBLIC_URL: 'https://sightline.example.com',
        SIGHTLINE_ALLOWED_HOSTS: 'Monitors.lan, 192.168.1.5, fd00::5',
      },
    },
  );
  const ours = [
    'sightline.example.com',
    'monitors.lan:3000',
    '192.168.1.5:3000',
    '[fd00::5]:3000',
    'localhost',
  ];
  for (const Host of ours) {
    const { status } = await rawRequest(product.url, { path: '/api/monitors', headers: { Host } });
    expect(status, Host).toBe(200);
  }
  for (const Host of ['example.com', 'a.monitors.lan', '192.168.1.6']) {
    expectWrongHost(await rawRequest(product.url, { path: '/api/monitors', headers: { Host } }), Host);
  }
});

test('row 76: behind trusted proxies the forwarded host is checked', async ({ stack }) => {
  const { product } = await stack(
    { monitors: 3 },
    { env: { SIGHTLINE_PUBLIC_URL: 'https://sightline.example.com', SIGHTLINE_TRUSTED_PROXY_HOPS: '1' } },
  );
  const ask = (headers: Record<string, string>) =>
    rawRequest(product.url, { path: '/api/monitors', headers });
  const inner = { Host: '10.0.0.7:3000' };
  expect((await ask({ ...inner, 'X-Forwarded-Host': 'sightline.example.com' })).status).toBe(200);
  // The proxy appends its value after the client's.
  expect((await ask({ ...inner, 'X-Forwarded-Host': 'evil.example, sightline.example.com' })).status).toBe(
    200,
  );
  for (const forwarded of ['evil.example', 'localhost, evil.example']) {
    expectWrongHost(await ask({ 'X-Forwarded-Host': forwarded }), forwarded);
  }
  expectWrongHost(await ask(inner), 'a proxy that forwards no host');
});

passwordTest(
  'row 76: signing in and reading with a session are impossible through an unknown host',
  async ({ passwordStack: { product } }) => {
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
  },
);
