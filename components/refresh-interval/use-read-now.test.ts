import { expect, test } from 'vitest';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import { readNowMessage } from './use-read-now';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const message = (data: Partial<ReadNowAnswer['data']>) =>
  readNowMessage({ data: { outcome: 'read', reading: null, cost: 1, reason: null, ...data } }, now);
const reason = { code: 'just_read', message: 'This was read a moment ago.', retry_at: null } as const;

test('the message of a read has its cost', () => {
  expect(message({})).toBe('Refreshed (1 request).');
  expect(message({ outcome: 'reading', cost: 1204 })).toBe(
    'Reading now: 1,204 requests. Results appear as they load.',
  );
});

test('the message of an incomplete read has the reason', () => {
  const failed = {
    code: 'upstream_error',
    message: 'The API returned status 500.',
    retry_at: null,
  } as const;
  expect(message({ cost: 4, reason: failed })).toBe(
    'Refreshed (4 requests). Some monitors couldn’t be read: The API returned status 500.',
  );
});

test('the message of a rejected or failed read has the reason and the time of the next attempt', () => {
  expect(message({ outcome: 'failed', reason })).toBe('Failed (1 request). This was read a moment ago.');
  expect(message({ outcome: 'refused', reason })).toBe('Not read. This was read a moment ago.');
  const later = { ...reason, retry_at: '2026-11-20T12:00:10.500Z' };
  expect(message({ outcome: 'refused', reason: later })).toBe(
    'Not read. This was read a moment ago. Try again in 11 s.',
  );
  expect(message({ outcome: 'failed', reason: later })).toBe(
    'Failed (1 request). This was read a moment ago. Try again in 11 s.',
  );
  const over = { ...reason, retry_at: '2026-11-20T12:00:00.000Z' };
  expect(message({ outcome: 'refused', reason: over })).toMatch(/Try again now\.$/);
});
