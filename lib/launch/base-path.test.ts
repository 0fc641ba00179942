import { expect, test } from 'vitest';
import { readBasePath } from './base-path';

test.each([
  ['', ''],
  [' / ', ''],
  ['/status', '/status'],
  ['/status/', '/status'],
  ['/ops/up.v2/~me', '/ops/up.v2/~me'],
])('SIGHTLINE_BASE_PATH %j means %j', (value, expected) => {
  expect(readBasePath(value)).toBe(expected);
});

test.each(['status', '//other.example', '/a//b', '/a b', '/a?b', '/../etc', '/%2e', 'https://a.example/b'])(
  'SIGHTLINE_BASE_PATH %j is rejected with a sentence',
  (value) => {
    expect(() => readBasePath(value)).toThrow(/SIGHTLINE_BASE_PATH must be a path .*such as \/status/);
  },
);
