import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdRows } from './use-held-rows';

interface Row {
  id: string;
  value: number;
}
const idOf = (row: Row) => row.id;
const pages = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...'abcdefghijkl'), value: fc.integer({ min: 0, max: 9 }) }),
  { selector: idOf, maxLength: 12 },
);
const hold = (shown: readonly Row[], fresh: readonly Row[]) => holdRows(shown, fresh, idOf);
const page = (ids: string): Row[] => [...ids].map((id) => ({ id, value: 0 }));

test('order and membership stay, whatever is fresh', () => {
  fc.assert(
    fc.property(pages, pages, (shown, fresh) => {
      expect(hold(shown, fresh).rows.map(({ row }) => row.id)).toEqual(shown.map(idOf));
    }),
  );
});

test('a row that is there has its fresh values; one that is gone keeps its last', () => {
  fc.assert(
    fc.property(pages, pages, (shown, fresh) => {
      const { rows } = hold(shown, fresh);
      for (const [place, { row, gone }] of rows.entries()) {
        const now = fresh.find(({ id }) => id === row.id);
        expect(gone).toBe(now === undefined);
        expect(row).toBe(now ?? shown[place]);
      }
    }),
  );
});

test('nothing has changed exactly when the same rows stand in the same order', () => {
  fc.assert(
    fc.property(pages, pages, (shown, fresh) => {
      const same = shown.map(idOf).join() === fresh.map(idOf).join();
      expect(hold(shown, fresh).changed === 0).toBe(same);
    }),
  );
});

test('values alone change nothing', () => {
  fc.assert(
    fc.property(pages, fc.integer(), (shown, value) => {
      const fresh = shown.map((row) => ({ ...row, value }));
      expect(hold(shown, fresh)).toEqual({ rows: fresh.map((row) => ({ row, gone: false })), changed: 0 });
    }),
  );
});

test('holding on is the same as holding once', () => {
  fc.assert(
    fc.property(pages, pages, pages, (shown, between, fresh) => {
      const kept = hold(shown, between).rows.map(({ row }) => row);
      const then = hold(kept, fresh);
      const atOnce = hold(shown, fresh);
      expect(then.changed).toBe(atOnce.changed);
      expect(then.rows.map(({ gone }) => gone)).toEqual(atOnce.rows.map(({ gone }) => gone));
    }),
  );
});

/** Length of the longest common subsequence, by the textbook. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  const [first, ...rest] = a;
  if (first === undefined || b.length === 0) return 0;
  const place = b.indexOf(first);
  const without = longestCommon(rest, b);
  return place === -1 ? without : Math.max(without, 1 + longestCommon(rest, b.slice(place + 1)));
}

test('as many changed as have to be touched at least to get there', () => {
  fc.assert(
    fc.property(pages, pages, (shown, fresh) => {
      const all = new Set([...shown, ...fresh].map(idOf));
      const untouched = longestCommon(shown.map(idOf), fresh.map(idOf));
      expect(hold(shown, fresh).changed).toBe(all.size - untouched);
    }),
  );
});

test.each([
  ['abcd', 'abcd', 0, 'nothing'],
  ['abcd', 'dabc', 1, 'one moved to the top, though all stand elsewhere'],
  ['abcd', 'badc', 2, 'two pairs swapped'],
  ['abcd', 'xabc', 2, 'one came and one was pushed off the page'],
  ['abcd', 'abd', 1, 'one went'],
  ['abc', 'cba', 2, 'the other way round'],
  ['abc', 'xyz', 6, 'others altogether'],
])('%s to %s: %i, for %s', (shown, fresh, changed) => {
  expect(hold(page(shown), page(fresh)).changed).toBe(changed);
});
