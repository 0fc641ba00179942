import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdRows } from './list-body';

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

test('held rows keep their order and membership for arbitrary fresh rows', () => {
  fc.assert(
    fc.property(pages, pages, (shown, fresh) => {
      expect(hold(shown, fresh).map(({ row }) => row.id)).toEqual(shown.map(idOf));
    }),
  );
});

test('a row still on the page has fresh values; one that is gone keeps its last values', () => {
  fc.assert(
    fc.property(pages, pages, (shown, fresh) => {
      const rows = hold(shown, fresh);
      for (const [place, { row, gone }] of rows.entries()) {
        const now = fresh.find(({ id }) => id === row.id);
        expect(gone).toBe(now === undefined);
        expect(row).toBe(now ?? shown[place]);
      }
    }),
  );
});
