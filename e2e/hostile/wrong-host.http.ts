import { expect } from 'vitest';
import { type RawResponse, rawRequest } from '../support/http/raw-request.ts';
import { sendBytes } from '../support/http/send-bytes.ts';
import { test } from '../support/products/http-test.ts';
import { password, signedIn } from '../support/sign-in/password.ts';

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
  // allowed-hosts.test.ts has the other hosts. Sent as raw bytes, because Node's client cannot send an empty Host.
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
