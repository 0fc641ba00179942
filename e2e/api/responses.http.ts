import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

const uuid = '00000000-0000-4000-8000-000000000000';

test('every response is JSON, private, and has a request id and the counters', async ({ staticStack }) => {
  const { product } = staticStack;
  // Ensures that the counters have been received, independent of the order of tests.
  await ask(`${product.url}/api/monitors`);
  for (const [path, status, method = 'GET'] of [
    ['/api/monitors', 200],
    ['/api/monitors?page=0', 400],
    [`/api/monitors/${uuid}`, 404],
    ['/api', 404],
    ['/api/monitors', 405, 'POST'],
    ['/api/monitors', 405, 'OPTIONS'],
  ] as const) {
    const response = await ask(product.url + path, { method });
    expect(response.status, `${method} ${path}`).toBe(status);
    expect(Object.fromEntries(response.headers), `${method} ${path}`).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[\w-]{20,}$/),
      'x-ratelimit-limit': '100000',
      'x-ratelimit-remaining': expect.stringMatching(/^9\d{4}$/),
      'x-ratelimit-reset': expect.stringMatching(/^([0-9]|[1-5][0-9]|60)$/),
      'x-quota-daily-limit': '1000000',
      'x-quota-daily-remaining': expect.stringMatching(/^99\d{4}$/),
      'x-quota-monthly-limit': '10000000',
      'x-quota-monthly-remaining': expect.stringMatching(/^999\d{4}$/),
    });
  }
});

test('request ids are unique, and an error body contains its own', async ({ staticStack }) => {
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => ask(`${staticStack.product.url}/api/nothing`)),
  );
  const ids = responses.map((response) => response.headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(5);
  for (const [index, response] of responses.entries()) {
    expect(JSON.parse(response.text)).toMatchObject({ code: 'not_found', request_id: ids[index] });
  }
});

test('a URL that cannot be decoded is rejected with 400', async ({ staticStack }) => {
  for (const path of ['/api/%ff', '/api/monitors/%ff', '/monitors/%ff', '/%']) {
    const response = await fetch(`${staticStack.product.url}${path}`);
    expect(response.status, path).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_parameter',
      request_id: expect.any(String),
    });
  }
  // fetch does not support TRACE.
  const { hostname, port } = new URL(staticStack.product.url);
  const trace = request({ hostname, port, path: '/monitors', method: 'TRACE' }).end();
  const [response] = await once(trace, 'response');
  response.resume();
  expect(response.statusCode).toBe(405);
  expect(response.headers.allow).toBe('GET, HEAD');
});
