import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The numbers of the rows in docs/failure-matrix.md. */
const rows = [...readFileSync('docs/failure-matrix.md', 'utf8').matchAll(/^\| (\d+) /gm)].map(([, row]) =>
  Number(row),
);

test('no number of a row is missing or given twice', () => {
  expect(rows.toSorted((a, b) => a - b)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.length).toBeGreaterThan(0);
});

test('each row of the failure matrix has a test whose title begins with its number', () => {
  const files = globSync('{app,components,lib,e2e}/**/*.{test.ts,test.tsx,e2e.ts,http.ts,nightly.ts}');
  const titles = files.flatMap(
    (path) => readFileSync(path, 'utf8').match(/['"`]row \d+(, row \d+)*[:,]/g) ?? [],
  );
  const named = new Set(titles.flatMap((title) => title.match(/\d+/g) ?? []).map(Number));
  expect(rows.filter((row) => !named.has(row))).toEqual([]);
});
