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

test('held rows keep their order and membership for arbitrary fresh rows', () => {
  fc.assert(
    fc.property(pages, pages, (shown, fresh) => {
      expect(hold(shown, fresh).rows.map(({ row }) => row.id)).toEqual(shown.map(idOf));
    }),
  );
});

test('a row still on the page has fresh values; one that is gone keeps its last values', () => {
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

test('there are no changes exactly when the same rows are in the same order', () => {
  fc.assert(
    fc.property(pages, pages, (shown, fresh) => {
      const same = shown.map(idOf).join() === fresh.map(idOf).join();
      expect(hold(shown, fresh).changed === 0).toBe(same);
    }),
  );
});

test('changed values are not counted as changes', () => {
  fc.assert(
    fc.property(pages, fc.integer(), (shown, value) => {
      const fresh = shown.map((row) => ({ ...row, value }));
      expect(hold(shown, fresh)).toEqual({ rows: fresh.map((row) => ({ row, gone: false })), changed: 0 });
    }),
  );
});

test('holding rows repeatedly equals holding them once', () => {
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

/** The length of the longest common subsequence, computed recursively. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  const [first, ...rest] = a;
  if (first === undefined || b.length === 0) return 0;
  const place = b.indexOf(first);
  const without = longestCommon(rest, b);
  return place === -1 ? without : Math.max(without, 1 + longestCommon(rest, b.slice(place + 1)));
}

test('the number of changes is the minimum number of rows to move, add or remove', () => {
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
  ['abcd', 'dabc', 1, 'one moved to the top, although all positions change'],
  ['abcd', 'badc', 2, 'two pairs swapped'],
  ['abcd', 'xabc', 2, 'one added and one pushed off the page'],
  ['abcd', 'abd', 1, 'one removed'],
  ['abc', 'cba', 2, 'reversed order'],
  ['abc', 'xyz', 6, 'all rows replaced'],
])('%s to %s: %i, for %s', (shown, fresh, changed) => {
  expect(hold(page(shown), page(fresh)).changed).toBe(changed);
});
