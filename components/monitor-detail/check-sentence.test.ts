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
};
const nothing = { http_method: null, expected_status_codes: null, follow_redirects: null, timeout_ms: null };
const say = (monitor: Parameters<typeof checkSentence>[0]) =>
  checkSentence(monitor)
    .map((part) => part.text)
    .join('');

test('everything set', () => {
  expect(say(https)).toBe(
    'GET https://shop.example.com/health every 1 min from fra1, expects 200 or 204 within 10 s, follows redirects.',
  );
});

test('what the API leaves open is left out', () => {
  expect(say({ ...https, ...nothing, regions: [] })).toBe(
    'Request https://shop.example.com/health every 1 min.',
  );
  expect(say({ ...https, ...nothing, regions: [''] })).toBe(say({ ...https, ...nothing, regions: [] }));
  const code = checkSentence({ ...https, ...nothing, regions: [] }).filter((part) => part.code);
  expect(code, 'a word of ours is not set as code').toEqual([{ text: https.target, code: true }]);
  expect(say({ ...https, expected_status_codes: null, follow_redirects: false })).toBe(
    'GET https://shop.example.com/health every 1 min from fra1, times out after 10 s, does not follow redirects.',
  );
});

test('the other types, and one that nobody knows', () => {
  const other = { ...https, ...nothing, target: 'db.internal' };
  expect(say({ ...other, type: 'tcp', port: 5432 })).toBe(
    'TCP connection to db.internal:5432 every 1 min from fra1.',
  );
  expect(say({ ...other, type: 'ping' })).toBe('Ping db.internal every 1 min from fra1.');
  expect(say({ ...other, type: 'dns' })).toBe('Check of type dns on db.internal every 1 min from fra1.');
});

test('an inactive monitor is said not to be checked', () => {
  expect(say({ ...https, is_active: false })).toMatch(/Inactive: no checks are scheduled\.$/);
});
