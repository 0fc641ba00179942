import { expect, test } from 'vitest';
import { isSameOrigin } from './sign-in-route';

const ours = 'https://sightline.example';
const from = (headers: Record<string, string>) => isSameOrigin(new Headers(headers), ours);

test('row 51: our own form is accepted', () => {
  expect(from({ origin: ours, 'sec-fetch-site': 'same-origin' })).toBe(true);
  expect(from({ 'sec-fetch-site': 'same-origin' })).toBe(true);
  expect(from({ origin: ours })).toBe(true);
});

test.each([
  {},
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'http://sightline.example' },
  { origin: 'https://sightline.example.evil.example' },
  { origin: ours, 'sec-fetch-site': 'cross-site' },
  { origin: ours, 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
])('row 51: %o is rejected', (headers) => {
  expect(from(headers)).toBe(false);
});
