import { expect, test } from 'vitest';
import { refusedTypes } from './refused-types';

const refused = { code: 'invalid_parameter', parameter: 'type' } as const;

test('what was refused is what the specification does not know', () => {
  expect(refusedTypes(refused, ['http', 'udp', '-sctp', '-udp'])).toEqual([
    { parameter: 'type', value: 'udp', breach: 'value' },
    { parameter: 'type', value: 'sctp', breach: 'value' },
  ]);
});

test('nothing is blamed for another failure', () => {
  expect(refusedTypes({ ...refused, parameter: 'page' }, ['udp'])).toEqual([]);
  expect(refusedTypes({ code: 'upstream_error' }, ['udp'])).toEqual([]);
  expect(refusedTypes(null, ['udp'])).toEqual([]);
});
