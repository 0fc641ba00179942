import { expect, test } from 'vitest';
import { newerThan } from './use-newly-down';

const times = ['2026-11-20T12:02:00.000Z', '2026-11-20T12:01:00.000Z', '2026-11-20T12:00:00.000Z'];

test.each([
  ['2026-11-20T11:59:00.000Z', 3],
  ['2026-11-20T12:00:00.000Z', 2],
  ['2026-11-20T12:01:30.000Z', 1],
  ['2026-11-20T12:02:00.000Z', 0],
])('of three monitors that went down, those after %s are new: %i', (seenUpTo, count) => {
  expect(newerThan(times, seenUpTo)).toBe(count);
});
