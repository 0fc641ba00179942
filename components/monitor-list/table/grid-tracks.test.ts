import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ColumnShape, clampSize, layOutColumns } from './grid-tracks';

const name: ColumnShape = { size: 140, isSet: false, grow: 2 };
const target: ColumnShape = { size: 200, isSet: false, grow: 3 };
const type: ColumnShape = { size: 76, isSet: false, grow: 0 };
const region: ColumnShape = { size: 104, isSet: false, grow: 0 };
const set = (column: ColumnShape, size: number): ColumnShape => ({ ...column, size, isSet: true });

test('growing columns share the remaining width, and keep their minimum', () => {
  expect(layOutColumns([name, type, target, region])).toEqual({
    tracks: ['minmax(140px, 2fr)', '76px', 'minmax(200px, 3fr)', '104px'],
    minWidth: 520,
  });
});

test('a growing column with a set width leaves the remaining width to another', () => {
  expect(layOutColumns([name, set(type, 90), set(target, 400), region])).toEqual({
    tracks: ['minmax(140px, 2fr)', '90px', '400px', '104px'],
    minWidth: 734,
  });
});

test('when all widths are set, the last column grows, with its set width as minimum', () => {
  expect(layOutColumns([set(target, 400), set(region, 200)])).toEqual({
    tracks: ['400px', 'minmax(200px, 1fr)'],
    minWidth: 600,
  });
});

test('for arbitrary widths at least one column grows, and none is narrower than its set width', () => {
  const shapes = fc.tuple(
    fc.constantFrom(name, target, type, region),
    fc.option(fc.integer({ min: 48, max: 1200 })),
  );
  fc.assert(
    fc.property(fc.array(shapes, { minLength: 1, maxLength: 15 }), (columns) => {
      const { tracks, minWidth } = layOutColumns(
        columns.map(([column, size]) => (size === null ? { ...column } : set(column, size))),
      );
      expect(tracks).toHaveLength(columns.length);
      expect(tracks.some((track) => track.endsWith('fr)'))).toBe(true);
      const minimums = tracks.map((track) => Number(/\d+/.exec(track)?.[0]));
      expect(minimums.reduce((sum, width) => sum + width, 0)).toBe(minWidth);
      for (const [n, [, size]] of columns.entries()) if (size !== null) expect(minimums[n]).toBe(size);
    }),
  );
});

test('a width is an integer between the minimum and the maximum', () => {
  expect(clampSize(100.6, 60)).toBe(101);
  expect(clampSize(-5, 60)).toBe(60);
  expect(clampSize(5000, 60)).toBe(1200);
});
