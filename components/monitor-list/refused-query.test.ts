import { expect, test } from 'vitest';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { refusalMessage } from './refused-query';

const messagesOf = (search: string) =>
  parseMonitorsUrl(new URLSearchParams(search)).refused.map((problem) => {
    const { title, text, remove } = refusalMessage(problem);
    return [title, text, remove];
  });

test.each([
  [
    'condition=foo',
    'There is no condition “foo”',
    'Condition must be one of down, overdue, pending, up, inactive.',
    'Remove condition “foo”',
  ],
  ['is_active=maybe', 'Active cannot be “maybe”', 'Active must be true or false.', 'Remove active “maybe”'],
  ['page=-3', 'Page cannot be “-3”', 'Page must be a whole number from 1.', 'Remove page “-3”'],
  [
    'q=%1B%5B31mapi',
    'This search is not valid',
    'Search must be at most 100 characters, without control characters.',
    'Remove search',
  ],
  ['q=a&q=b', 'Search may be given only once', '', 'Remove search'],
  [
    'type=%E2%80%AEa%00',
    'There is no type “\uFFFDa\uFFFD”',
    'No monitor has it, and the API knows http, https, tcp, ping only.',
    'Remove type “\uFFFDa\uFFFD”',
  ],
])('?%s is explained, with what to do', (search, ...message) => {
  expect(messagesOf(search)).toEqual([message]);
});
