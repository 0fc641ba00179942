import { expect, test } from 'vitest';
import { peerMessage } from './peers-panel';

const peers = { type: 'https', region: 'fra1', count: 61, rank: 12, median_ms: 131, times: [] };
const monitor = { is_active: true, last_response_time_ms: 84 };

test('rank, number and median', () => {
  expect(peerMessage(peers, monitor)).toBe('84\u00a0ms, 12th fastest of 61; the median is 131\u00a0ms.');
  expect(peerMessage({ ...peers, count: 1204 }, { ...monitor, last_response_time_ms: 1500 })).toBe(
    '1,500\u00a0ms, 12th fastest of 1,204; the median is 131\u00a0ms.',
  );
  const place = (rank: number) => peerMessage({ ...peers, rank }, monitor).split(/, |;/)[1] ?? '';
  expect(place(1)).toBe('the fastest of 61');
  expect([2, 3, 11, 21, 103, 112].map(place)).toEqual([
    '2nd fastest of 61',
    '3rd fastest of 61',
    '11th fastest of 61',
    '21st fastest of 61',
    '103rd fastest of 61',
    '112th fastest of 61',
  ]);
  expect(peerMessage({ ...peers, count: 9, rank: 9 }, monitor)).toContain('the slowest of 9');
});

test('a monitor that cannot be ranked', () => {
  expect(peerMessage({ ...peers, rank: null }, { ...monitor, last_response_time_ms: null })).toBe(
    'This monitor has no response time now; the median is 131\u00a0ms.',
  );
  expect(peerMessage({ ...peers, rank: null }, { ...monitor, is_active: false })).toMatch(
    /^This monitor is inactive/,
  );
});
