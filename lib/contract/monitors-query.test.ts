import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MonitorsQuery, parseMonitorsQuery, serializeMonitorsQuery } from './monitors-query';

const parse = (search: string) => parseMonitorsQuery(new URLSearchParams(search));

test('nothing given means the defaults', () => {
  expect(parse('')).toEqual({ ok: true, query: { page: 1, per_page: 25 } });
});

test.each([
  ['page', '0'],
  ['page', '-1'],
  ['page', '1.0'],
  ['page', '+1'],
  ['page', '01'],
  ['page', '1e9'],
  ['page', '99999999999999999999'],
  ['page', ''],
  ['per_page', '0'],
  ['per_page', '101'],
  ['type', 'udp'],
  ['type', 'HTTP'],
  ['type', ''],
  ['is_active', 'yes'],
  ['is_active', 'TRUE'],
  ['q', 'x'],
  ['__proto__', 'x'],
  ['toString', 'x'],
])('%s=%s is refused by name', (name, value) => {
  expect(parse(new URLSearchParams([[name, value]]).toString())).toMatchObject({
    ok: false,
    parameter: name,
  });
});

test('a repeated parameter is refused', () => {
  expect(parse('type=http&type=tcp')).toMatchObject({ ok: false, parameter: 'type' });
});

const queries: fc.Arbitrary<MonitorsQuery> = fc.record(
  {
    page: fc.integer({ min: 1, max: 999_999_999 }),
    per_page: fc.integer({ min: 1, max: 100 }),
    type: fc.constantFrom('http', 'https', 'tcp', 'ping'),
    is_active: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: ['page', 'per_page'] },
);

test('what is serialized is read back as the same query', () => {
  fc.assert(
    fc.property(queries, (query) => {
      expect(parse(serializeMonitorsQuery(query))).toEqual({ ok: true, query: { ...query } });
    }),
  );
});

test('no text whatever makes parsing throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof parse(text).ok === 'boolean'));
});
