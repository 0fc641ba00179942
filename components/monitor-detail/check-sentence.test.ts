import { expect, test } from 'vitest';
import { checkSentence } from './check-sentence';

const https = {
  type: 'https',
  target: 'https://shop.example.com/health',
  port: null,
  interval: 60,
  regions: ['fra1'],
  is_active: true,
  http_method: 'GET',
  expected_status_codes: [200, 204],
  follow_redirects: true,
  timeout_ms: 10_000,
  unknown_fields: [],
};
const nothing = { http_method: null, expected_status_codes: null, follow_redirects: null, timeout_ms: null };
const sentenceOf = (monitor: Parameters<typeof checkSentence>[0]) =>
  checkSentence(monitor)
    .map((part) => part.text)
    .join('');

test('the sentence has all settings that are set', () => {
  expect(sentenceOf(https)).toBe(
    'GET https://shop.example.com/health every 1 min from fra1, expects 200 or 204 within 10 s, follows redirects.',
  );
});

test('settings that are not known yet are omitted', () => {
  const { type, target, port, interval, regions, is_active, unknown_fields } = https;
  expect(sentenceOf({ type, target, port, interval, regions, is_active, unknown_fields })).toBe(
    'Request https://shop.example.com/health every 1 min from fra1.',
  );
});

test('settings that are null are omitted', () => {
  expect(sentenceOf({ ...https, ...nothing, regions: [] })).toBe(
    'Request https://shop.example.com/health every 1 min.',
  );
  expect(sentenceOf({ ...https, ...nothing, regions: [''] })).toBe(
    sentenceOf({ ...https, ...nothing, regions: [] }),
  );
  const code = checkSentence({ ...https, ...nothing, regions: [] }).filter((part) => part.code);
  expect(code, '"Request" is a word of the sentence').toEqual([{ text: https.target, code: true }]);
  expect(sentenceOf({ ...https, expected_status_codes: null, follow_redirects: false })).toBe(
    'GET https://shop.example.com/health every 1 min from fra1, times out after 10 s, does not follow redirects.',
  );
});

test('each type has a sentence, also an unknown type', () => {
  const other = { ...https, ...nothing, target: 'db.internal' };
  expect(sentenceOf({ ...other, type: 'tcp', port: 5432 })).toBe(
    'TCP connection to db.internal:5432 every 1 min from fra1.',
  );
  expect(sentenceOf({ ...other, type: 'ping' })).toBe('Ping db.internal every 1 min from fra1.');
  expect(sentenceOf({ ...other, type: 'dns' })).toBe(
    'Check of type dns on db.internal every 1 min from fra1.',
  );
});

test('unknown settings are named as unknown', () => {
  const fields = (...unknown_fields: string[]) => ({ unknown_fields });
  expect(
    sentenceOf({ ...https, ...nothing, interval: null, regions: [], ...fields('interval', 'regions') }),
  ).toBe('Request https://shop.example.com/health at an unknown interval from an unknown region.');
  expect(sentenceOf({ ...https, ...nothing, target: '', ...fields('target') })).toBe(
    'Request an unknown target every 1 min from fra1.',
  );
  const database = { ...https, ...nothing, target: 'db.internal' };
  expect(sentenceOf({ ...database, type: 'tcp', ...fields('port') })).toBe(
    'TCP connection to db.internal on an unknown port every 1 min from fra1.',
  );
  expect(sentenceOf({ ...database, type: 'unknown', is_active: null, ...fields('type', 'is_active') })).toBe(
    'Check of an unknown type on db.internal every 1 min from fra1. Whether it is active is unknown.',
  );
});

test('an inactive monitor is described as not checked', () => {
  expect(sentenceOf({ ...https, is_active: false })).toMatch(/Inactive: no checks are scheduled\.$/);
});
