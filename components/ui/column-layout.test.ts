import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedWidth, type ColumnShape, layOutColumns } from './column-layout';

const name: ColumnShape = { id: 'name', width: 'clamp(1px, 2vw, 3px)', least: 140, fills: true };
const target: ColumnShape = { id: 'target', width: 260, least: 104, fills: true };
const type: ColumnShape = { id: 'type', width: 76, least: 60 };
const flags: ColumnShape = { id: 'flags', width: 104, least: 60 };

test('the last that fills takes what is left over', () => {
  expect(layOutColumns([name, type, target, flags], {})).toEqual({
    widths: ['clamp(1px, 2vw, 3px)', '76px', 'minmax(0, 1fr)', '104px'],
    least: 'calc(0px + clamp(1px, 2vw, 3px) + 76px + 104px + 104px)',
  });
});

test('a column with a width of its own leaves the rest to another', () => {
  expect(layOutColumns([name, type, target, flags], { target: 400, type: 90 })).toEqual({
    widths: ['minmax(0, 1fr)', '90px', '400px', '104px'],
    least: 'calc(0px + 140px + 90px + 400px + 104px)',
  });
});

test('when all have one, the last takes the rest and is never narrower than it was made', () => {
  expect(layOutColumns([target, flags], { target: 400, flags: 200 })).toEqual({
    widths: ['400px', 'minmax(0, 1fr)'],
    least: 'calc(0px + 400px + 200px)',
  });
});

test('exactly one column is free, whatever was chosen', () => {
  const ids = ['name', 'target', 'type', 'flags'];
  const chosen = fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: 48, max: 1200 }));
  const shown = fc.subarray([name, target, type, flags], { minLength: 1 });
  fc.assert(
    fc.property(shown, chosen, (columns, widths) => {
      const layout = layOutColumns(columns, widths);
      expect(layout.widths).toHaveLength(columns.length);
      expect(layout.widths.filter((width) => width === 'minmax(0, 1fr)')).toHaveLength(1);
    }),
  );
});

test('a width is whole, readable, and one that can be kept', () => {
  expect(allowedWidth(100.6, 60)).toBe(101);
  expect(allowedWidth(-5, 60)).toBe(60);
  expect(allowedWidth(5000, 60)).toBe(1200);
});
