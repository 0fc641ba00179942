import { expect, test } from 'vitest';
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
  { left = 0, at = 0, isPaused = false, age = 0 } = {},
) => listPollInterval({ list: answered, error, at, now: at + age }, isPaused, refreshAt - left);

test('a list is polled after the server’s next crawl, and at least every 30 s', () => {
  expect(poll(list, null, { left: 12_000 })).toBe(13_000);
  expect(poll(list, null, { left: 300_000 })).toBe(30_000);
  expect(poll(list, null, { left: 0 })).toBe(1000);
});

test('after a sleep of the computer the list is polled at once, unless the last request has failed', () => {
  expect(poll(list, null, { left: -65_000, age: 65_000 })).toBe(1000);
  expect(poll(list, null, { left: -20_000, age: 29_000 })).toBe(30_000);
  expect(poll(list, failed, { left: -65_000, age: 65_000 })).toBe(30_000);
});

test('viewers that received their data at different times poll at different times', () => {
  expect(poll(list, null, { left: 12_000, at: 1_700_000_001_500 })).toBe(14_500);
});

test('while a crawl is late the list is polled every five seconds for a while, then every 30 s', () => {
  expect(poll(list, null, { left: -1 })).toBe(5000);
  expect(poll(list, null, { left: -15_000 })).toBe(5000);
  expect(poll(list, null, { left: -15_001 })).toBe(30_000);
});

test('while the list is being read it is polled every second, paused or not, and later every five seconds', () => {
  const readingFor = (ms: number) => {
    const reading = { started_at: new Date(refreshAt - ms).toISOString() };
    return { ...list, meta: { ...list.meta, reading } };
  };
  expect(poll(readingFor(0), null)).toBe(1000);
  expect(poll(readingFor(0), null, { isPaused: true })).toBe(1000);
  expect(poll(readingFor(10_000), null)).toBe(5000);
  expect(poll(readingFor(0), failed, { left: 12_000 })).toBe(30_000);
});

test('after a failure a list is polled every 30 s, and rarely by a viewer who has paused', () => {
  expect(poll(list, failed, { left: 12_000 })).toBe(30_000);
  expect(poll(list, null, { left: 12_000, isPaused: true })).toBe(300_000);
});

test('during the first crawl a list is polled every two seconds, paused or not', () => {
  expect(poll(listOf([rowOf(1)], 'reading'), null, { isPaused: true })).toBe(2000);
  expect(poll(undefined, notReady)).toBe(2000);
  expect(poll(list, notReady), 'a server that was restarted').toBe(2000);
});

test('without data a query is polled every five seconds', () => {
  expect(poll(undefined, null)).toBe(5000);
  expect(poll(undefined, failed, { isPaused: true })).toBe(5000);
  expect(detailPollInterval(undefined, failed, true)).toBe(5000);
});

test('a monitor is polled every minute, but not while paused, unless the last request failed', () => {
  expect(detailPollInterval(detail, null, false)).toBe(60_000);
  expect(detailPollInterval(detail, null, true)).toBe(false);
  expect(detailPollInterval(detail, failed, true)).toBe(60_000);
});
