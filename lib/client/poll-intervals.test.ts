import { expect, test } from 'vitest';
import { ApiError } from './fetch-json';
import { detailOf, listOf, rowOf } from './monitor-list.fixtures';
import { detailPollInterval, listPollInterval } from './poll-intervals';

const list = listOf([rowOf(1)]);
const detail = detailOf(rowOf(1));
const failed = new ApiError({ code: 'upstream_error', error: 'It failed.', request_id: 'r1' });
const notReady = new ApiError({ code: 'not_ready', error: 'In a moment.', request_id: 'r1' });

test('a list is polled as often as its viewer wants, and rarely by a viewer who has paused', () => {
  expect(listPollInterval(list, null, '15')).toBe(15_000);
  expect(listPollInterval(list, failed, '900')).toBe(900_000);
  expect(listPollInterval(list, null, 'off')).toBe(300_000);
});

test('while the monitors are read for the first time, every two seconds, pause or not', () => {
  expect(listPollInterval(listOf([rowOf(1)], 'reading'), null, 'off')).toBe(2000);
  expect(listPollInterval(undefined, notReady, '900')).toBe(2000);
  expect(listPollInterval(list, notReady, '30'), 'a server that started anew').toBe(2000);
});

test('with nothing to show, every five seconds', () => {
  expect(listPollInterval(undefined, null, '30')).toBe(5000);
  expect(listPollInterval(undefined, failed, 'off')).toBe(5000);
  expect(detailPollInterval(undefined, failed, 'off')).toBe(5000);
});

test('a monitor is polled every minute, but not while paused, unless the last request failed', () => {
  expect(detailPollInterval(detail, null, '15')).toBe(60_000);
  expect(detailPollInterval(detail, null, 'off')).toBe(false);
  expect(detailPollInterval(detail, failed, 'off')).toBe(60_000);
});
