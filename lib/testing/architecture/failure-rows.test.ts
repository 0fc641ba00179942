import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rowsInTitles } from './row-titles';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));
const TEST = /\.(test\.tsx?|(e2e|http|nightly)\.ts)$/;

/** The numbers of the rows in docs/failure-matrix.md. */
const rows = [...readFileSync(`${projectRoot}docs/failure-matrix.md`, 'utf8').matchAll(/^\| (\d+) /gm)].map(
  ([, row]) => Number(row),
);

test('no number of a row is missing or given twice', () => {
  expect(rows.toSorted((a, b) => a - b)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.length).toBeGreaterThan(0);
});

test('each row of the failure matrix has a test with its number in the title', () => {
  const paths = ['app', 'components', 'lib', 'e2e'].flatMap((folder) =>
    readdirSync(`${projectRoot}${folder}`, { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => TEST.test(path)),
  );
  const named = new Set(
    paths.flatMap((path) => rowsInTitles(path, readFileSync(`${projectRoot}${path}`, 'utf8'))),
  );
  expect(rows.filter((row) => !named.has(row))).toEqual([]);
});

/** A placeholder of a template literal, built at run time because the linter rejects it in a plain string. */
const placeholder = ['$', '{value}'].join('');

test.each([
  ["test('row 7: a', run);", [7]],
  ["it('row 22, 23: a', run);", [22]],
  ["it('row 22, row 23: a', run);", [22, 23]],
  ["test('row 31, row 59, row 60: a', run);", [31, 59, 60]],
  ["test.each(cases)('row 7: %s', run);", [7]],
  ['test.each`a`("row 7: $a", run);', [7]],
  [`passwordTest(\`row 6: ${placeholder} to another host\`, run);`, [6]],
  ["test.fails('row 12: a (known bug)', run);", [12]],
  [`for (const value of rows) test(\`row ${placeholder}: a\`, run);`, []],
  [`test(\`row 1${placeholder}: a\`, run);`, []],
  [`test(\`row ${placeholder}7: a\`, run);`, []],
  ["test.each(cases)('row %i: a', run);", []],
  ["test.skip('row 7: a', run);", []],
  ["test.describe('row 7: a', run);", []],
  ["test('a', () => { expect(b, 'row 7').toBe(1); });", []],
  ["// test('row 7: a', run);", []],
  ["test('arrow 7', run);", []],
])('in the source %s the rows are %j', (source, rows) => {
  expect(rowsInTitles('a.test.ts', source)).toEqual(rows);
});
