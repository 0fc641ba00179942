import { expect, test } from 'vitest';
import { readNowMessage } from './use-read-now';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const refused = (retry_at: string | null) =>
  readNowMessage(
    { data: { outcome: 'refused', reason: { code: 'just_read', message: 'Read a moment ago.', retry_at } } },
    now,
  );

test('the message of a started read has its cost', () => {
  const reading = '2026-11-20T12:00:00.000Z';
  expect(readNowMessage({ data: { outcome: 'started', reading, cost: 1204 } }, now)).toBe(
    'Refreshing: 1,204 requests.',
  );
});

test('the message of a refusal has the reason, and when to try again', () => {
  expect(refused(null)).toBe('Not read. Read a moment ago.');
  expect(refused('2026-11-20T12:00:10.500Z')).toBe('Not read. Read a moment ago. Try again in 11 s.');
  expect(refused('2026-11-20T12:00:00.000Z')).toMatch(/Try again now\.$/);
});
