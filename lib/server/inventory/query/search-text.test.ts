import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMonitor } from '../snapshot/arbitrary-monitors.fixtures.ts';
import { readTerm } from './search-terms.ts';
import { searchTextOf } from './search-text.ts';

const finds = (q: string, changes: Parameters<typeof aMonitor>[1]) =>
  q.split(/\s+/).every((word) => searchTextOf(aMonitor(7, changes)).includes(readTerm(word).text));

test.each([
  ['API', { name: 'Payments api' }],
  ['pay berlin', { name: 'Berlin: payments' }],
  ['db.example.com:5432', { target: 'db.example.com', port: 5432 }],
  ['10.1.', { target: '10.1.2.3' }],
  ['[2001:db8::', { target: 'http://[2001:DB8::1]/' }],
  ['EU-W', { regions: ['us-east', 'eu-west'] }],
  ['cafe\u0301', { name: 'Caf\u00e9' }],
  ['CAF\u00c9', { name: 'cafe\u0301' }],
  ['ΟΔΟΣ', { name: 'οδοσήμανση ΟΔΟΣΑ' }],
  ['İstanbul', { name: 'İSTANBUL' }],
  ['監視', { name: '東京監視' }],
  ['sao paulo', { name: 'Checkout São Paulo' }],
  ['SÃO', { name: 'sao paulo' }],
  ['größe', { name: 'Größentabelle' }],
  ['grosse', { name: 'Größentabelle' }],
  ['lodz', { regions: ['Łódź'] }],
  ['munchen', { target: 'https://München.example/' }],
])('%j finds the monitor with %j', (q, changes) => {
  expect(finds(q, changes)).toBe(true);
});

test.each([
  ['payments absent', { name: 'payments' }],
  ['example.com:', { target: 'db.example.com', port: null }],
  ['5432', { target: 'db.example.com', port: null }],
  ['apidb', { name: 'api', target: 'db' }],
  ['か', { name: 'ガ が' }],
  ['мои', { name: 'Мой сервер' }],
])('%j does not find the monitor with %j', (q, changes) => {
  expect(finds(q, changes)).toBe(false);
});

test('any part of a name finds it, also in upper case', () => {
  const name = fc.string({ unit: fc.constantFrom(...'abcXYZ019 -_./:é'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(name, fc.nat(20), fc.nat(20), (text, from, to) => {
      const part = text.slice(from, to);
      expect(finds(part, { name: text })).toBe(true);
      expect(finds(part.toUpperCase(), { name: text })).toBe(true);
    }),
  );
});
