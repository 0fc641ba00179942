import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { OrganizationInput } from '../../lib/reference-api/fixture.ts';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { rawRequest } from '../support/http/raw-request.ts';
import { readList } from '../support/http/read.ts';
import { sendBytes } from '../support/http/send-bytes.ts';
import { plenty, type RunningStack, startStack, test } from '../support/products/fixtures.ts';

const isRefusal = (status: number) => status >= 400 && status < 500;

test('row 42: invalid queries and paths are rejected with JSON', async ({ staticStack: { product } }) => {
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
    .concat([`/api/monitors?q=${'x'.repeat(32 * 1024)}`, `/monitors?q=${'x'.repeat(32 * 1024)}`])
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

test('row 42: for every query the list responds with 200 or rejects it with JSON', async ({
  staticStack: { product },
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
    { numRuns: 300, seed: propertySeed },
  );
});

test('row 42: bytes that are not a request are rejected, and the connection is closed', async ({
  staticStack: { product },
}) => {
  const bytes = fc.oneof(
    fc
      .string({ unit: 'binary-ascii', minLength: 1 })
      // Not only line breaks: a server skips empty lines before a request (RFC 9112, 2.2) and waits for more.
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
  for (const sent of fc.sample(bytes, { numRuns: 200, seed: propertySeed })) {
    const response = await sendBytes(product.url, sent);
    expect(response, `seed ${propertySeed}: ${JSON.stringify(sent)}`).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  }
});

/** Texts with a special meaning in regular expressions, LIKE patterns or SQL. */
const patterns = [
  '.*',
  '.',
  '(a+)+$',
  '(a|a)*b',
  '^host',
  '[a-z]',
  '\\d+',
  '\\',
  '[',
  '(',
  '*',
  '?',
  '+',
  '|',
  '$',
  '%',
  '_',
  'a%b',
  '/a/',
  "'or''='",
];

/** Names that contain a pattern, and names on which matching a pattern would take very long. */
const organization: OrganizationInput = {
  name: 'Searched',
  keys: [{ key: 'searched-key' }],
  monitors: Array.from({ length: 10_000 }, (_, n) => {
    const ending = n % 100 === 0 ? patterns[(n / 100) % patterns.length] : `${'a'.repeat(60)}!`;
    return {
      monitor_uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      name: `host ${n} ${ending}`,
      type: 'ping',
      target: 'x',
    };
  }),
};

test.describe('searches intended to be slow, with 10,000 monitors', () => {
  let stack: RunningStack;
  test.beforeAll(async () => {
    stack = await startStack({ organizations: [organization], limits: plenty });
  });
  test.afterAll(() => stack.stop());

  test('row 43: a search is plain text, not a pattern: it finds names that contain it literally', async () => {
    for (const q of patterns) {
      const { pagination, data } = await readList(stack.product, new URLSearchParams({ q }).toString());
      const expected = stack.referenceApi.api
        .organization()
        .monitors()
        .filter(({ name }) => name.includes(q));
      expect(pagination.total, q).toBe(expected.length);
      for (const { name } of data) expect(String(name)).toContain(q);
    }
  });

  test('row 43: a search has 100 characters at most', async () => {
    for (const letter of ['a', '.', '%', '\u0130', '\ufb03']) {
      const ask = (length: number) => {
        const search = new URLSearchParams({ q: letter.repeat(length) });
        return rawRequest(stack.product.url, { path: `/api/monitors?${search}` });
      };
      expect((await ask(100)).status, letter).toBe(200);
      const refused = await ask(101);
      expect(refused.status, letter).toBe(400);
      expect(refused.text).toContain('at most 100 characters');
    }
  });

  test('row 43: hostile searches succeed with every sort', async () => {
    const words = [
      'a',
      'e',
      'ex',
      'host',
      '0',
      '-',
      '(a+)+$',
      '.*.*.*.*x',
      '[',
      '\u0130',
      '\ufdfa',
      '\ufb03',
      '💩',
    ];
    const hostile = [
      ...words.map((word) => word.repeat(100).slice(0, 100)),
      ...words.map((word) => `${word} `.repeat(50).slice(0, 100)),
      Array.from({ length: 50 }, (_, index) => String.fromCharCode(97 + (index % 26))).join(' '),
    ];
    for (const q of hostile) {
      for (const sort of ['name', 'target', 'attention']) {
        const search = new URLSearchParams({ q, sort, order: 'desc', facets: 'true', per_page: '100' });
        const { status } = await rawRequest(stack.product.url, { path: `/api/monitors?${search}` });
        expect(status, q).toBe(200);
      }
    }
  });
});
