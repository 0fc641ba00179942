import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownOf } from './steps';

const rows = fc.array(fc.integer(), { maxLength: 120 });

test('whatever was taken over, as many rows are shown as there are, the newest from the top', () => {
  fc.assert(
    fc.property(rows, rows, fc.nat(150), (list, before, taken) => {
      const shown = shownOf({ list, before, taken });
      expect(shown).toHaveLength(list.length);
      expect(shown.slice(0, taken)).toEqual(list.slice(0, taken));
      for (const [place, row] of shown.entries()) {
        if (place >= taken) expect(row).toBe(place < before.length ? before[place] : list[place]);
      }
    }),
  );
});

test('once all is taken it is the newest list itself', () => {
  const list = [1, 2, 3];
  expect(shownOf({ list, before: [4], taken: 3 })).toBe(list);
});
