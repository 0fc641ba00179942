import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownerOf, whoseData } from './whose-data';

const baseUrl = new URL('https://api.example.com/v1');
const present = ownerOf({ baseUrl, apiKey: 'new' });
const rotated = ownerOf({ baseUrl, apiKey: 'old' });
const elsewhere = ownerOf({ baseUrl: new URL('https://api.example.org/v1'), apiKey: 'new' });
const known = new Set(['a', 'b']);

test.each([
  ['the same key', present, null, 'ours'],
  ['the same key, a page of unknown monitors', present, ['c'], 'ours'],
  ['row 98: another key, nothing was read', rotated, null, 'unproven'],
  ['row 98: another key, one monitor is known', rotated, ['c', 'b'], 'ours'],
  ['row 98: another key, an organization without monitors', rotated, [], 'unproven'],
  ['row 99: another key, no monitor is known', rotated, ['c'], 'other_organization'],
  ['row 99: another base URL', elsewhere, ['a'], 'other_base_url'],
] as const)('%s', (_, stored, firstPage, expected) => {
  expect(whoseData({ stored, present, known, firstPage })).toBe(expected);
});

test('rows 98, 99: with another key only a known monitor at the same base URL makes data ours', () => {
  const uuids = fc.array(fc.constantFrom('a', 'b', 'c', 'd'));
  fc.assert(
    fc.property(
      fc.constantFrom(rotated, elsewhere),
      uuids,
      fc.option(uuids),
      (stored, knownUuids, firstPage) => {
        const whose = whoseData({ stored, present, known: new Set(knownUuids), firstPage });
        const isRecognized = firstPage?.some((uuid) => knownUuids.includes(uuid)) ?? false;
        expect(whose === 'ours').toBe(isRecognized && stored !== elsewhere);
      },
    ),
  );
});

test('the key is not found in what is stored of it', () => {
  expect(JSON.stringify(present)).not.toContain('new');
});
