import { expect, test } from 'vitest';
import { newerThan } from './use-newly-down';

const moments = ['2026-11-20T12:02:00.000Z', '2026-11-20T12:01:00.000Z', '2026-11-20T12:00:00.000Z'];

test.each([
  ['2026-11-20T11:59:00.000Z', 3],
  ['2026-11-20T12:00:00.000Z', 2],
  ['2026-11-20T12:01:30.000Z', 1],
  ['2026-11-20T12:02:00.000Z', 0],
])('of three that went down, since %s %i are new', (seenUpTo, count) => {
  expect(newerThan(moments, seenUpTo)).toBe(count);
});
