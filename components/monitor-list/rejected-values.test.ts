import { expect, test } from 'vitest';
import { rejectionMessage } from './rejected-query';
import { rejectedValues } from './rejected-values';

const refused = { code: 'invalid_parameter', parameter: 'type' } as const;
const url = { q: 'db is:dwn', type: ['udp'], rule: 'no_rule' };

const detail = 'must be one of http, https, tcp, ping';

test('returns the types that are not in the specification', () => {
  expect(rejectedValues(refused, { ...url, type: ['http', 'udp', '-sctp', '-udp'] })).toEqual([
    { parameter: 'type', value: 'udp', breach: 'value', detail },
    { parameter: 'type', value: 'sctp', breach: 'value', detail },
  ]);
});

test('returns the search with its wrong word', () => {
  const place = { from: 3, to: 9, message: 'is: needs one of down, up' };
  const [problem] = rejectedValues({ ...refused, parameter: 'q', place }, url);
  expect(problem).toMatchObject({ parameter: 'q', value: 'db is:dwn', place });
  expect(problem && rejectionMessage(problem)).toEqual({
    title: 'Invalid search',
    text: 'Search has a mistake at characters 4 to 9: is: needs one of down, up.',
    remove: 'Remove search',
  });
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
