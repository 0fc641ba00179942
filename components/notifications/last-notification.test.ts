import { expect, test } from 'vitest';
import { parseNotification } from './last-notification';

test('a stored notification is read again; everything else is none', () => {
  const notification = { at: 1_795_269_600_000, changes: ['5 2026-11-21T14:00:05.000Z'] };
  expect(parseNotification(JSON.stringify(notification))).toEqual(notification);
  for (const text of [
    null,
    '',
    'null',
    '{',
    '1795269600000',
    '{"at":1}',
    '{"at":-1,"changes":[]}',
    '{"at":"1","changes":[]}',
    '{"at":1e99,"changes":[]}',
    '{"at":1,"changes":[1]}',
  ]) {
    expect(parseNotification(text), text ?? 'nothing').toBeNull();
  }
});
