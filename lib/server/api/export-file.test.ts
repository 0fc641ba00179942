import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { csvStream } from './export-file.ts';

/** What spreadsheets run as a formula: OWASP's list with full-width forms, also after tabs and line breaks, which some drop. */
const formula = /^[\t\r\n]*[=+\-@＝＋－＠]/u;

/** What can stand before it without being seen. */
const invisible = [
  ' ',
  '\u00a0',
  '\u200b',
  '\u200e',
  '\ufeff',
  '\u2060',
  '\u00ad',
  '\u2800',
  '\u3164',
  '\ufe0f',
];

const columns = { first: 'first', second: 'second' };

function exported(
  rows: readonly Record<string, unknown>[],
  format: Parameters<typeof csvStream>[2] = { spreadsheet: false, separator: ',' },
): Promise<string> {
  return text(csvStream(rows, columns, format));
}

/** The cells as a spreadsheet makes them: a quote counts only at the start of a cell, and any line break ends a row. */
function cellsOf(file: string, separators: string): string[] {
  const cells: string[] = [];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"?)?([^${separators}\r\n]*)(?:[${separators}]|\r\n|\r|\n|$)`,
    'y',
  );
  while (cell.lastIndex < file.length) {
    const [, quoted = '', plain = ''] = cell.exec(file) ?? [];
    cells.push(quoted.replaceAll('""', '"') + plain);
  }
  return cells;
}

const value = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n,;"\' 1＝＋－＠'), maxLength: 10 });
const rows = fc.array(fc.record({ first: value, second: value }), { minLength: 1, maxLength: 4 });

test.each([',', ';', '\t', ',;\t'])(
  'row 62: a spreadsheet that splits at %j finds no formula',
  async (separators) => {
    await fc.assert(
      fc.asyncProperty(rows, async (records) => {
        for (const cell of cellsOf(await exported(records), separators)) expect(cell).not.toMatch(formula);
      }),
      { numRuns: generated(1000) },
    );
  },
);

test('row 62: a spreadsheet that splits at commas and semicolons keeps a name with semicolons in one cell', async () => {
  const file = await exported([{ first: 'x;y\tz', second: 'x;=1+1;y' }]);
  expect(cellsOf(file, ',;\t')).toEqual(['first', 'second', 'x;y\tz', "x;'=1+1;y"]);
});

test.each(invisible)('row 62: a formula behind the invisible character %j is guarded', async (character) => {
  for (const before of [character, character + character, `a;${character}`, `a\n${character}`]) {
    const file = await exported([{ first: `${before}=1+1`, second: 7 }]);
    const cells = cellsOf(file, ',;').map((cell) => cell.replaceAll(character, ''));
    for (const cell of cells) expect(cell, JSON.stringify(before)).not.toMatch(formula);
    expect(file).toContain(`'${character}`);
  }
});

test.each([',', ';'] as const)(
  'row 62: control characters but tab and line end are removed',
  async (separator) => {
    const all = String.fromCharCode(...Array.from({ length: 160 }, (_, code) => code));
    const file = await exported([{ first: all, second: `a\0\u001b[31m\u0085b` }], {
      spreadsheet: true,
      separator,
    });
    expect(
      file
        .replace('\ufeff', '')
        .match(/\p{Cc}/gu)
        ?.filter((one) => !/[\t\r\n]/.test(one)),
    ).toEqual([]);
    expect(file).toContain(`a[31mb`);
    expect(await exported([{ first: '\u0001=1+1', second: 7 }]), 'nothing hides before it').toContain(
      "'=1+1",
    );
  },
);

test('row 62: nothing but apostrophes is added to a text', async () => {
  const withoutApostrophes = (texts: readonly string[]) => texts.map((one) => one.replaceAll("'", ''));
  await fc.assert(
    fc.asyncProperty(value, value, async (first, second) => {
      const file = await exported([{ first, second }]);
      const cells = cellsOf(file, ',');
      expect(withoutApostrophes(cells.slice(2, 4))).toEqual(withoutApostrophes([first, second]));
    }),
  );
});

test.each(['1865', '0030610', '1/2', '10.0.0.1', 'api 2', 'https://a.example/1'])(
  'in a file for a spreadsheet %j is unchanged',
  async (name) => {
    const file = await exported([{ first: name, second: 7 }], { spreadsheet: true, separator: ',' });
    expect(file).toBe(`First,Second\r\n${name},7\r\n`);
  },
);

test('a spreadsheet has plain titles, and times without milliseconds; other texts stay as they are', async () => {
  const fields = [
    'name',
    'condition',
    'condition_label',
    'is_active',
    'last_check_at',
    'last_response_time_ms',
  ];
  const time = '2026-11-20T12:00:00.123Z';
  const record = {
    name: time,
    condition: 'pending',
    condition_label: 'Never checked',
    is_active: true,
    last_check_at: time,
    last_response_time_ms: 20,
  };
  const lines = async (spreadsheet: boolean) =>
    (
      await text(
        csvStream([record, { last_check_at: '=1' }], Object.fromEntries(fields.map((one) => [one, one])), {
          spreadsheet,
          separator: ',',
        }),
      )
    )
      .replace('\ufeff', '')
      .split('\r\n');
  expect(await lines(true)).toEqual([
    'Name,Condition,Active,Last check (UTC),Last response time (ms)',
    `${time},Never checked,true,2026-11-20 12:00:00,20`,
    ",,,'=1,",
    '',
  ]);
  expect(await lines(false)).toEqual([
    fields.join(),
    `${time},pending,Never checked,true,${time},20`,
    ",,,,'=1,",
    '',
  ]);
});
