import { expect, test } from 'vitest';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { recordOf } from '@/lib/contract/documented';
import { readFacets } from '@/lib/contract/responses';
import { facets as names } from './facets';
import { rejectedValues, rejectionMessage } from './rejected-query';

const messagesOf = (search: string) =>
  parseMonitorsUrl(new URLSearchParams(search)).refused.map((problem) => {
    const { title, text, remove } = rejectionMessage(problem, undefined);
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
  ['q=%1B%5B31mapi', 'Search must be at most 100 characters, without control characters', '', 'Clear search'],
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

const refused = { code: 'invalid_parameter', parameter: 'type' } as const;
const url = { q: 'db is:dwn', type: ['udp'], rule: 'no_rule' };

const detail = 'must be one of http, https, tcp, ping';

test('returns the types that are not in the specification', () => {
  expect(rejectedValues(refused, { ...url, type: ['http', 'udp', '-sctp', '-udp'] })).toEqual([
    { parameter: 'type', value: 'udp', breach: 'value', detail },
    { parameter: 'type', value: '-sctp', breach: 'value', detail },
  ]);
});

test('returns the search with its wrong word', () => {
  const place = { from: 3, to: 9, message: 'is: needs one of down, up' };
  const [problem] = rejectedValues({ ...refused, parameter: 'q', place }, url);
  expect(problem).toMatchObject({ parameter: 'q', value: 'db is:dwn', place });
  expect(problem && rejectionMessage(problem, undefined)).toEqual({
    title: 'There is no condition “dwn”',
    text: '',
    remove: 'Clear search',
    instead: 'db is:down',
  });
});

test('names the value that may be meant', () => {
  const facets = readFacets({ ...recordOf(names, {}), condition: { down: 1, up: 2 }, region: { fra1: 1 } });
  const instead = (parameter: string, value: string) =>
    rejectionMessage({ parameter, value, breach: 'value', detail }, facets).instead;
  expect(instead('condition', '-dwon')).toBe('-down');
  expect(instead('condition', 'foo')).toBeNull();
  expect(instead('region', 'xyz1')).toBe('fra1');
  expect(instead('is_active', 'maybe')).toBeNull();
});

test('returns the rule that does not exist', () => {
  expect(rejectedValues({ ...refused, parameter: 'rule' }, url)).toEqual([
    { parameter: 'rule', value: 'no_rule', breach: 'value', detail: 'must be a rule of the review' },
  ]);
});

test('returns nothing for other failures', () => {
  expect(rejectedValues({ ...refused, parameter: 'page' }, url)).toEqual([]);
  expect(rejectedValues({ code: 'upstream_error' }, url)).toEqual([]);
  expect(rejectedValues(null, url)).toEqual([]);
});
