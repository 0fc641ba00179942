import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveColumn } from '../columns-panel';
import { type ColumnShape, clampSize, layOutColumns } from './grid-tracks';

const name: ColumnShape = { width: 'clamp(1px, 2vw, 3px)', isSet: false, minSize: 140, grow: true };
const target: ColumnShape = { width: '260px', isSet: false, minSize: 104, grow: true };
const type: ColumnShape = { width: '76px', isSet: false, minSize: 60, grow: false };
const flags: ColumnShape = { width: '104px', isSet: false, minSize: 60, grow: false };
const set = (column: ColumnShape, width: string): ColumnShape => ({ ...column, width, isSet: true });

test('the last that grows takes what is left over', () => {
  expect(layOutColumns([name, type, target, flags])).toEqual({
    tracks: ['clamp(1px, 2vw, 3px)', '76px', 'minmax(0, 1fr)', '104px'],
    minWidth: 'calc(0px + clamp(1px, 2vw, 3px) + 76px + 104px + 104px)',
  });
});

test('a column whose width was set leaves the rest to another', () => {
  expect(layOutColumns([name, set(type, '90px'), set(target, '400px'), flags])).toEqual({
    tracks: ['minmax(0, 1fr)', '90px', '400px', '104px'],
    minWidth: 'calc(0px + 140px + 90px + 400px + 104px)',
  });
});

test('when all were set, the last takes the rest and is never narrower than it was made', () => {
  expect(layOutColumns([set(target, '400px'), set(flags, '200px')])).toEqual({
    tracks: ['400px', 'minmax(0, 1fr)'],
    minWidth: 'calc(0px + 400px + 200px)',
  });
});

test('exactly one column is free, whatever was set', () => {
  const shapes = fc.tuple(
    fc.constantFrom(name, target, type, flags),
    fc.option(fc.integer({ min: 48, max: 1200 })),
  );
  fc.assert(
    fc.property(fc.array(shapes, { minLength: 1, maxLength: 14 }), (columns) => {
      const { tracks } = layOutColumns(
        columns.map(([column, width]) => (width === null ? { ...column } : set(column, `${width}px`))),
      );
      expect(tracks).toHaveLength(columns.length);
      expect(tracks.filter((track) => track === 'minmax(0, 1fr)')).toHaveLength(1);
    }),
  );
});

test('a width is whole, readable, and one that can be kept', () => {
  expect(clampSize(100.6, 60)).toBe(101);
  expect(clampSize(-5, 60)).toBe(60);
  expect(clampSize(5000, 60)).toBe(1200);
});

const ids = ['condition', 'name', 'type', 'target'];

test('a column moves by one place and stays at the ends', () => {
  expect(moveColumn(ids, 'name', -1)).toEqual(['name', 'condition', 'type', 'target']);
  expect(moveColumn(ids, 'name', 1)).toEqual(['condition', 'type', 'name', 'target']);
  expect(moveColumn(ids, 'condition', -1)).toEqual(ids);
  expect(moveColumn(ids, 'target', 1)).toEqual(ids);
  expect(moveColumn(ids, 'unknown', 1)).toEqual(ids);
});

test('there and back again', () => {
  fc.assert(
    fc.property(fc.constantFrom('name', 'type'), fc.constantFrom(-1 as const, 1 as const), (id, step) => {
      expect(moveColumn(moveColumn(ids, id, step), id, step === 1 ? -1 : 1)).toEqual(ids);
    }),
  );
});
