import { expect, test } from 'vitest';
import { refusedTypes } from './refused-types';

const refused = { code: 'invalid_parameter', parameter: 'type' } as const;

const detail = 'must be one of http, https, tcp, ping';

test('returns the types that are not in the specification', () => {
  expect(refusedTypes(refused, ['http', 'udp', '-sctp', '-udp'])).toEqual([
    { parameter: 'type', value: 'udp', breach: 'value', detail },
    { parameter: 'type', value: 'sctp', breach: 'value', detail },
  ]);
});

test('returns nothing for other failures', () => {
  expect(refusedTypes({ ...refused, parameter: 'page' }, ['udp'])).toEqual([]);
  expect(refusedTypes({ code: 'upstream_error' }, ['udp'])).toEqual([]);
  expect(refusedTypes(null, ['udp'])).toEqual([]);
});
