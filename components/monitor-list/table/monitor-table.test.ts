import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ColumnShape, layOutColumns } from './monitor-table';
import { clampSize } from './table-head';

const name: ColumnShape = { size: 140, isSet: false, grow: 300, hideBelow: 0 };
const target: ColumnShape = { size: 200, isSet: false, grow: 400, hideBelow: 900 };
const type: ColumnShape = { size: 76, isSet: false, grow: 0, hideBelow: 1024 };
const region: ColumnShape = { size: 104, isSet: false, grow: 0, hideBelow: 0 };
const set = (column: ColumnShape, size: number): ColumnShape => ({ ...column, size, isSet: true });

/** Replaces `var(--below-…)` as the browser does in a window of a width, in CSS pixels. */
const inWindow = (css: string, width: number) =>
  css.replaceAll(/var\(--below-(\d+), (.*?)\)(?=[ )]|$)/g, (_, below, part) =>
    width < Number(below) ? '' : part,
  );
const layOut = (columns: readonly ColumnShape[], width = 1280) => {
  const style = layOutColumns(columns);
  const widths = inWindow(style['--min-width'], width).match(/\d+/g) ?? [];
  return {
    tracks: inWindow(style['--columns'], width),
    minWidth: widths.reduce((sum, part) => sum + Number(part), 0),
  };
};

test('growing columns share the remaining width, and keep their minimum', () => {
  expect(layOut([name, type, target, region])).toEqual({
    tracks: 'minmax(140px, 300fr) 76px minmax(200px, 400fr) 104px',
    minWidth: 520,
  });
});

test('columns that give way leave their place in a narrow window', () => {
  expect(layOutColumns([name, type, target])).toEqual({
    '--columns': 'minmax(140px, 300fr) var(--below-1024, 76px) var(--below-900, minmax(200px, 400fr))',
    '--min-width': 'calc(0px + 140px var(--below-1024, + 76px) var(--below-900, + 200px))',
  });
  expect(layOut([name, type, region], 1000)).toEqual({
    tracks: 'minmax(140px, 300fr)  104px',
    minWidth: 244,
  });
});

test('a growing column with a set width leaves the remaining width to another', () => {
  expect(layOut([name, set(type, 90), set(target, 400), region])).toEqual({
    tracks: 'minmax(140px, 300fr) 90px 400px 104px',
    minWidth: 734,
  });
});

test('when no column that stays grows, the last of them does, with its set width as minimum', () => {
  expect(layOut([set(target, 400), set(region, 200)]).tracks).toBe('400px minmax(200px, 1fr)');
  expect(layOut([set(name, 400), target, type]).tracks).toBe('minmax(400px, 1fr) minmax(200px, 400fr) 76px');
});

test('for arbitrary widths a column that stays grows, and none is narrower than its set width', () => {
  const shapes = fc.tuple(
    fc.constantFrom(name, target, type, region),
    fc.option(fc.integer({ min: 48, max: 1200 })),
  );
  fc.assert(
    fc.property(fc.array(shapes, { maxLength: 14 }), fc.nat(2000), (columns, width) => {
      const all = [...columns, [region, null] as const].map(([column, size]) =>
        size === null ? { ...column } : set(column, size),
      );
      const { tracks, minWidth } = layOut(all, width);
      expect(tracks).toContain('fr)');
      const shown = all.filter(({ hideBelow }) => width >= hideBelow);
      const minimums = tracks.match(/\d+(?=px)/g)?.map(Number);
      expect(minimums).toEqual(shown.map(({ size }) => size));
      expect(minimums?.reduce((sum, size) => sum + size, 0)).toBe(minWidth);
    }),
  );
});

test('a width is an integer between the minimum and the maximum', () => {
  expect(clampSize(100.6, 60)).toBe(101);
  expect(clampSize(-5, 60)).toBe(60);
  expect(clampSize(5000, 60)).toBe(1200);
});
