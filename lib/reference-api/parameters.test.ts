import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { generated } from '../testing/property-runs.ts';
import { isUuid, readListParameters } from './parameters.ts';

const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
const types = ['http', 'https', 'tcp', 'ping'];

describe('readListParameters', () => {
  test('parses every valid combination', () => {
    const valid = fc.record({
      page: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      per_page: fc.integer({ min: 1, max: 100 }),
      type: fc.constantFrom(...types),
      is_active: fc.boolean(),
    });
    fc.assert(
      fc.property(valid, (given) => {
        const text = query(
          Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
        );
        expect(readListParameters(text)).toEqual({ ...given, is_active: String(given.is_active) });
      }),
    );
  });

  test.each([
    ['page', (text: string) => /^[1-9]\d*$/.test(text) && BigInt(text) < 2n ** 53n],
    ['per_page', (text: string) => /^([1-9]\d?|100)$/.test(text)],
    ['type', (text: string) => types.includes(text)],
    ['is_active', (text: string) => text === 'true' || text === 'false'],
  ])('%s: accepts exactly the valid values', (name, isValid) => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.integer().map(String),
      fc.integer({ min: -3, max: 103 }).map(String),
      fc.double().map(String),
      fc.constantFrom(
        ...types,
        'true',
        'false',
        'TRUE',
        ' 1',
        '1 ',
        '00',
        '1_0',
        '1,0',
        '\u0661',
        '1n',
        '-0',
      ),
    );
    fc.assert(
      fc.property(text, (value) => {
        expect('error' in readListParameters(query({ [name]: value }))).toBe(!isValid(value));
      }),
      { numRuns: generated(1000) },
    );
  });
});

describe('isUuid', () => {
  test('accepts a UUID in upper and lower case, and none with one character added, removed or replaced', () => {
    const place = fc.integer({ min: 0, max: 35 });
    const character = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
      .filter((text) => !/[0-9a-f-]/i.test(text));
    fc.assert(
      fc.property(fc.uuid(), place, character, (uuid, at, text) => {
        expect([isUuid(uuid), isUuid(uuid.toUpperCase())]).toEqual([true, true]);
        expect(isUuid(uuid.slice(0, at) + text + uuid.slice(at))).toBe(false);
        expect(isUuid(uuid.slice(0, at) + uuid.slice(at + 1))).toBe(false);
        expect(isUuid(uuid.slice(0, at) + text + uuid.slice(at + 1))).toBe(false);
      }),
    );
  });
});
