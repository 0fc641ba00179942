import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refreshIntervals } from './contract/refresh-interval';
import { serializeLook } from './look';
import { type Look, parseLook, usualLook } from './look-schema';

/** No column is called so, and a record never takes that key. */
const id = fc.string({ maxLength: 40 }).filter((text) => text !== '__proto__');
const looks: fc.Arbitrary<Look> = fc.record({
  version: fc.constant(1),
  density: fc.constantFrom('compact', 'roomy'),
  zone: fc.constantFrom('local', 'utc'),
  timeZone: fc.option(fc.constantFrom('Europe/Warsaw', 'America/New_York', 'UTC')),
  singleKeys: fc.boolean(),
  refreshInterval: fc.constantFrom(...refreshIntervals),
  resumedInterval: fc.constantFrom(...refreshIntervals),
  hiddenColumns: fc.option(fc.array(id, { maxLength: 40 })),
  columnOrder: fc.array(id, { maxLength: 40 }),
  columnWidths: fc.dictionary(id, fc.integer({ min: 48, max: 1200 }), { noNullPrototype: true }),
});

test('a look survives its cookie', () => {
  fc.assert(
    fc.property(looks, (look) => {
      const cookie = serializeLook(look);
      expect(cookie).not.toMatch(/[\s;,"\\]/);
      expect(parseLook(cookie)).toEqual(look);
    }),
  );
});

test('whatever else stands in the cookie is dropped', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseLook(text)).toEqual(usualLook);
      expect(parseLook(encodeURIComponent(text))).toEqual(usualLook);
    }),
  );
});

test('a look of another version is dropped', () => {
  const other = encodeURIComponent(JSON.stringify({ ...usualLook, version: 2 }));
  expect(parseLook(other)).toEqual(usualLook);
});

test('no cookie is the usual look', () => {
  expect(parseLook(undefined)).toEqual(usualLook);
});

test('a time zone that does not exist is no look', () => {
  const cookie = (timeZone: string) => encodeURIComponent(JSON.stringify({ ...usualLook, timeZone }));
  expect(parseLook(cookie('Europe/Warsaw')).timeZone).toBe('Europe/Warsaw');
  expect(parseLook(cookie('Europe/Nowhere'))).toEqual(usualLook);
});
