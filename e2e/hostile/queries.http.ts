import fc from 'fast-check';
import { expect } from 'vitest';
import { anyCharacter } from '../../lib/testing/any-character.ts';
import { generated } from '../../lib/testing/property-runs.ts';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { rawRequest } from '../support/http/raw-request.ts';
import { sendBytes } from '../support/http/send-bytes.ts';
import { test } from '../support/products/http-test.ts';

test('row 42: for every query the list responds with 200 or rejects it with JSON', {
  tags: 'generated',
}, async ({ staticStack: { product } }) => {
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
      fc.oneof(fc.string({ unit: anyCharacter }), fc.integer().map(String)),
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
    { numRuns: generated(300), seed: propertySeed },
  );
});

test('row 42: bytes that are not a request are rejected, and the connection is closed', {
  tags: 'generated',
}, async ({ staticStack: { product } }) => {
  const bytes = fc.oneof(
    fc
      .string({ unit: 'binary-ascii', minLength: 1 })
      // Not only line breaks: a server skips empty lines before a request (RFC 9112, 2.2) and waits for more.
      .map((line) => `${line.replace(/[\r\n]/g, '.')}\r\n\r\n`),
    fc
      .constantFrom(
        'GET',
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
  for (const sent of fc.sample(bytes, { numRuns: generated(200), seed: propertySeed })) {
    const response = await sendBytes(product.url, sent);
    expect(response, `seed ${propertySeed}: ${JSON.stringify(sent)}`).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  }
});
