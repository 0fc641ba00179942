import { expect, test } from 'vitest';
import { downAnnouncement } from './list-frame';

test.each([
  [0, 3, '3 more down'],
  [3, 4, '1 more down'],
  [3, 1, '2 recovered'],
  [1, 0, '1 recovered'],
  [2, 2, null],
  [0, 0, null],
  [null, 4, null],
  [4, null, null],
])('%s down, then %s: %s', (before, after, news) => {
  expect(downAnnouncement(before, after)).toBe(news);
});
