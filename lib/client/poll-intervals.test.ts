import { expect, test } from 'vitest';
import type { RefreshInterval } from '../contract/refresh-interval';
import { ApiError } from './fetch-json';
import { detailOf, listOf, rowOf } from './monitor-list.fixtures';
import { detailPollInterval, listPollInterval } from './poll-intervals';

const list = listOf([rowOf(1)]);
const detail = detailOf(rowOf(1));
const failed = new ApiError({ code: 'upstream_error', error: 'It failed.', request_id: 'r1' });
const notReady = new ApiError({ code: 'not_ready', error: 'In a moment.', request_id: 'r1' });

const refreshAt = Date.parse(list.meta.refresh_at);
const poll = (
  answered: typeof list | undefined,
  error: Error | null,
  wanted: RefreshInterval,
  { left = 0, at = 0 } = {},
) => listPollInterval({ list: answered, error, at }, wanted, refreshAt - left);

test('a list is polled after the server’s next crawl, and at least at the viewer’s interval', () => {
  expect(poll(list, null, '30', { left: 12_000 })).toBe(13_000);
  expect(poll(list, null, '900', { left: 12_000 })).toBe(13_000);
  expect(poll(list, null, '15', { left: 300_000 })).toBe(15_000);
  expect(poll(list, null, '30', { left: 0 })).toBe(1000);
});

test('viewers that received their data at different times poll at different times', () => {
  expect(poll(list, null, '30', { left: 12_000, at: 1_700_000_001_500 })).toBe(14_500);
});

test('while a crawl is late the list is polled every five seconds for a while, then at the viewer’s interval', () => {
  expect(poll(list, null, '60', { left: -1 })).toBe(5000);
  expect(poll(list, null, '60', { left: -15_000 })).toBe(5000);
  expect(poll(list, null, '60', { left: -15_001 })).toBe(60_000);
});

test('after a failure a list is polled at the viewer’s interval, and rarely by a viewer who has paused', () => {
  expect(poll(list, failed, '900', { left: 12_000 })).toBe(900_000);
  expect(poll(list, null, 'off', { left: 12_000 })).toBe(300_000);
});

test('during the first crawl a list is polled every two seconds, paused or not', () => {
  expect(poll(listOf([rowOf(1)], 'reading'), null, 'off')).toBe(2000);
  expect(poll(undefined, notReady, '900')).toBe(2000);
  expect(poll(list, notReady, '30'), 'a server that was restarted').toBe(2000);
});

test('without data a query is polled every five seconds', () => {
  expect(poll(undefined, null, '30')).toBe(5000);
  expect(poll(undefined, failed, 'off')).toBe(5000);
  expect(detailPollInterval(undefined, failed, 'off')).toBe(5000);
});

test('a monitor is polled every minute, but not while paused, unless the last request failed', () => {
  expect(detailPollInterval(detail, null, '15')).toBe(60_000);
  expect(detailPollInterval(detail, null, 'off')).toBe(false);
  expect(detailPollInterval(detail, failed, 'off')).toBe(60_000);
});
