import { expect, test } from 'vitest';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { rejectionMessage } from './rejected-query';

const messagesOf = (search: string) =>
  parseMonitorsUrl(new URLSearchParams(search)).refused.map((problem) => {
    const { title, text, remove } = rejectionMessage(problem);
    return [title, text, remove];
  });

test.each([
  [
    'condition=foo',
    'Unknown condition: “foo”',
    'Condition must be one of down, overdue, unknown, pending, up, inactive.',
    'Remove condition “foo”',
  ],
  ['is_active=maybe', 'Invalid active: “maybe”', 'Active must be true or false.', 'Remove active “maybe”'],
  ['page=-3', 'Invalid page: “-3”', 'Page must be a whole number of 1 or more.', 'Remove page “-3”'],
  [
    'q=%1B%5B31mapi',
    'Invalid search',
    'Search must be at most 100 characters, without control characters.',
    'Remove search',
  ],
  ['q=a&q=b', 'Search can be given only once', '', 'Remove search'],
  [
    'type=%E2%80%AEa%00',
    'Unknown type: “\uFFFDa\uFFFD”',
    'No monitor uses it. The API supports only http, https, tcp, ping.',
    'Remove type “\uFFFDa\uFFFD”',
  ],
])('?%s has an explanation and an action', (search, ...message) => {
  expect(messagesOf(search)).toEqual([message]);
});
