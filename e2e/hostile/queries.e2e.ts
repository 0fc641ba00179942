import { expect } from '@playwright/test';
import fc from 'fast-check';
import { test } from '../support/fixtures.ts';
import { rawRequest } from '../support/raw-request.ts';
import { sendBytes } from '../support/send-bytes.ts';

const isRefusal = (status: number) => status >= 400 && status < 500;

test('row 42: bad queries and paths are refused in JSON', async ({ still: { product } }) => {
  const bad = [
    'page=-1',
    'page=1000000000',
    'page=1e9',
    'page=',
    'page[]=1',
    'page=1&page=2',
    'per_page=0',
    'q=%00',
  ]
    .concat([
      'type=%00',
      'sort[]=name',
      'sort=name&sort=type',
      '__proto__=1',
      '%00=1',
      'q[$ne]=1',
      '=',
      'page=%ff',
    ])
    .map((query) => `/api/monitors?${query}`)
    .concat([`/api/monitors?q=${'x'.repeat(64 * 1024)}`, `/monitors?q=${'x'.repeat(64 * 1024)}`])
    .concat([
      '/api/monitors/%00',
      '/monitors/%00',
      '/api/monitors/%',
      '/api/monitors/..%2f',
      '/api/monitors/export?%00',
    ])
    .concat([`/api/monitors/${'a'.repeat(4000)}`, '/api/usage?page=1', '/api/monitors/export?format[]=csv']);
  for (const path of bad) {
    const { status, headers, text } = await rawRequest(product.url, { path });
    expect(isRefusal(status), `${status} for ${path.slice(0, 60)}`).toBe(true);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text.slice(text.lastIndexOf('\n{')))).toMatchObject({
      error: expect.any(String),
      request_id: expect.any(String),
    });
  }
});

test('row 42: whatever the query, the list answers 200 or refuses in JSON', async ({
  still: { product },
}) => {
  const names = [
    'page',
    'per_page',
    'q',
    'type',
    'condition',
    'region',
    'sort',
    'order',
    'facets',
    'is_active',
    'page[]',
  ];
  const query = fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...names), fc.string()),
      fc.oneof(fc.string({ unit: 'binary' }), fc.integer().map(String)),
    ),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(query, async (pairs) => {
      const search = new URLSearchParams(pairs.map(([name, value]) => [name, value.toWellFormed()]));
      const { status, headers } = await rawRequest(product.url, { path: `/api/monitors?${search}` });
      expect([200, 400]).toContain(status);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }),
    { numRuns: 300 },
  );
});

test('row 42: bytes that are no request are refused, and the connection is closed', async ({
  still: { product },
}) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const bytes = fc.oneof(
    fc
      .string({ unit: 'binary-ascii', minLength: 1 })
      // Empty lines before a request are skipped (RFC 9112, 2.2): nothing but them is waited for.
      .map((line) => `${line.replace(/[\r\n]/g, '.')}\r\n\r\n`),
    fc
      .constantFrom(
        'GET',
        'GET /',
        'GET / HTTP/9.9',
        'GET / HTTP/1.1\r\nHost a',
        'GET /\0 HTTP/1.1',
        'GET / HTTP/1.1\r\n a: b',
      )
      .map((line) => `${line}\r\n\r\n`),
    fc.constant(
      'POST /api/monitors HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc',
    ),
    fc.constant(
      'POST /api/monitors HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 3\r\n\r\nabc',
    ),
  );
  for (const sent of fc.sample(bytes, { numRuns: 200, seed })) {
    const answer = await sendBytes(product.url, sent);
    expect(answer, `seed ${seed}: ${JSON.stringify(sent)}`).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  }
});

test('row 43: searches made to be slow are answered in time, over 10,000 monitors', async ({ stack }) => {
  test.slow();
  const { product } = await stack({
    monitors: 10_000,
    alive: false,
    limits: { minute: 100_000, daily: 1_000_000, monthly: 10_000_000 },
  });
  const words = [
    'a',
    'e',
    '.',
    '-',
    '0',
    'ex',
    'example',
    '(a+)+$',
    '.*.*.*.*x',
    '\\',
    '[',
    '%',
    '\u0130',
    '\ufdfa',
    'ﬃ',
    '💩',
  ];
  const hostile = [
    ...words.map((word) => word.repeat(100).slice(0, 100)),
    ...words.map((word) => `${word} `.repeat(50).slice(0, 100)),
    Array.from({ length: 50 }, (_, index) => String.fromCharCode(97 + (index % 26))).join(' '),
  ];
  const took: number[] = [];
  for (const q of hostile) {
    for (const sort of ['name', 'target', 'attention']) {
      const search = new URLSearchParams({ q, sort, order: 'desc', facets: 'true', per_page: '100' });
      const began = performance.now();
      const { status } = await rawRequest(product.url, { path: `/api/monitors?${search}` });
      took.push(performance.now() - began);
      // Some have two units a letter, and so more than 100.
      expect([200, 400], q).toContain(status);
    }
  }
  const slowest = Math.max(...took);
  console.log(`  ${took.length} searches, the slowest ${slowest.toFixed(0)} ms`);
  // Not how quick it is, but that no search takes another order of time: a second is a hundred times the usual.
  expect(slowest).toBeLessThan(1000);
});
