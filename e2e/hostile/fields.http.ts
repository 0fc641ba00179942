/** @module-tag deep */
import { expect } from 'vitest';
import { productWith, uuidOf } from '../support/hostile/text-in-every-field.ts';
import { rawRequest } from '../support/http/raw-request.ts';
import { test } from '../support/products/http-test.ts';

const breaks = 'one\r\nSet-Cookie: a=b\r\n\r\n{"level":"fatal"}\n\u2028\u0085\u001b[31mtwo\u0000\u009b0m';

test('row 48: line breaks in names split no header and no log line', async () => {
  const { product, upstream } = await productWith([breaks]);
  const inAddress = encodeURIComponent(breaks);
  const paths = [
    '/api/monitors',
    `/api/monitors/${uuidOf(1)}`,
    '/api/monitors/export?format=csv',
    '/api/monitors/export?format=json',
  ]
    .concat([
      '/monitors',
      `/monitors/${uuidOf(1)}`,
      `/monitors?q=${inAddress}`,
      `/api/monitors?q=${inAddress}`,
      `/login?next=${inAddress}`,
    ])
    .concat(['/%0d%0aSet-Cookie:%20a=b', '/monitors/%0d%0aSet-Cookie:%20a=b/', '//%0d%0aSet-Cookie:%20a=b']);
  for (const path of paths) {
    const { headers } = await rawRequest(product.url, {
      path,
      headers: { 'User-Agent': breaks.replace(/[^\x20-\x7e]/g, '\t') },
    });
    expect(headers, path).not.toHaveProperty('set-cookie');
    for (const value of Object.values(headers)) expect(String(value), path).toMatch(/^[\t\x20-\x7e]*$/);
  }
  upstream.play([
    { send: `HTTP/1.1 500 ${breaks.slice(0, 3)}\r\nX: \u001b[31m\r\nContent-Length: 0\r\n\r\n` },
  ]);
  await rawRequest(product.url, { path: '/api/monitors/00000000-0000-4000-8000-000000000009' });
  await product.stop();
  await upstream.close();
  const lines = product
    .logs()
    .trimEnd()
    .split('\n')
    .filter((line) => !/^(✓ Running next\.config|Sightline is running at )/.test(line));
  expect(lines.length).toBeGreaterThan(paths.length);
  for (const line of lines) {
    expect(line).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(line)).toMatchObject({ level: expect.stringMatching(/^(debug|info|warn)$/) });
  }
});
