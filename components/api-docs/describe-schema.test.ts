import { expect, test } from 'vitest';
import { limitsLabel, typeLabel } from './describe-schema';

const change = { $ref: '#/components/schemas/Change' };

test.each([
  [change, 'Change'],
  [{ type: 'array', items: change }, 'list of Change'],
  [{ type: 'array', items: { type: 'string', enum: ['down', 'up'] } }, 'any of down, up'],
  [{ anyOf: [change, { type: 'null' }] }, 'Change or null'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }, 'time (ISO 8601) or null'],
  [{ type: 'string', enum: ['asc', 'desc'] }, 'asc, desc'],
  [{ type: 'string', const: 'inventory' }, '"inventory"'],
  [{}, 'any'],
])('the type %j is called %s', (schema, label) => {
  expect(typeLabel(schema)).toBe(label);
});

test('limits are formatted as text', () => {
  expect(limitsLabel({ type: 'integer', minimum: 1, maximum: 100, default: 25 })).toBe(
    '1 to 100, default 25',
  );
  expect(limitsLabel({ type: 'string', maxLength: 100 })).toBe('at most 100 characters');
  expect(limitsLabel({ type: 'array', maxItems: 50 })).toBe('at most 50 values');
  expect(limitsLabel({ type: 'string' })).toBe('');
});
