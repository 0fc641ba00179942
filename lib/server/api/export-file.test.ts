import { buffer, text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../testing/any-character.ts';
import { generated } from '../../testing/property-runs.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { csvStream, exportFile } from './export-file.ts';
import { streamedBody } from './http.ts';

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

/** Parses CSV strictly by RFC 4180. @throws Error for anything else */
function readCsv(file: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/y;
  while (cell.lastIndex < file.length) {
    const [all, quoted, plain = ''] = cell.exec(file) ?? [];
    if (all === undefined) throw new Error(`No cell of RFC 4180: ${JSON.stringify(file)}`);
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
  }
  return cells;
}

test('row 62: any text can be parsed by RFC 4180', async () => {
  const any = fc.oneof(
    value,
    fc.string({ unit: anyCharacter, maxLength: 8 }).map((one) => one.toWellFormed()),
  );
  await fc.assert(
    fc.asyncProperty(any, async (first) => {
      const [, , shown = ''] = readCsv(await exported([{ first, second: 7 }]));
      const expected = first.replace(/(?![\t\r\n])\p{Cc}/gu, '');
      expect(shown.replaceAll("'", '')).toBe(expected.replaceAll("'", ''));
    }),
  );
});

test('the file starts with a byte-order mark only for a spreadsheet', async () => {
  const start = async (spreadsheet: boolean) =>
    (await buffer(csvStream([{ first: 'Zürich' }], columns, { spreadsheet, separator: ',' }))).subarray(0, 3);
  expect([...(await start(true))]).toEqual([0xef, 0xbb, 0xbf]);
  expect((await start(false)).toString()).toBe('fir');
});

test('a spreadsheet has plain titles, and times of UTC without milliseconds; other texts stay as they are', async () => {
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
        csvStream(
          [record, { last_check_at: '2026-11-20T13:30+01:30' }, { last_check_at: '=1' }],
          Object.fromEntries(fields.map((one) => [one, one])),
          {
            spreadsheet,
            separator: ',',
          },
        ),
      )
    )
      .replace('\ufeff', '')
      .split('\r\n');
  expect(await lines(true)).toEqual([
    'Name,Condition,Active,Last check (UTC),Last response time (ms)',
    `${time},Never checked,true,2026-11-20 12:00:00,20`,
    ',,,2026-11-20 12:00:00,',
    ",,,'=1,",
    '',
  ]);
  expect(await lines(false)).toEqual([
    fields.join(),
    `${time},pending,Never checked,true,${time},20`,
    ',,,,2026-11-20T13:30+01:30,',
    ",,,,'=1,",
    '',
  ]);
});

describe.each(['csv', 'json'] as const)('an export as %s', (format) => {
  const records = Array.from({ length: 1000 }, (_, index) => ({ first: `Name ${index}` }));
  const connected = new AbortController().signal;
  const start = () => {
    const clock = createFakeClock();
    const file = exportFile({
      name: 'names',
      asOf: 0,
      records: () => records,
      columns: { first: 'first' },
      clock,
      format: { format, spreadsheet: false, separator: ',' },
    });
    return { clock, stream: file.open() };
  };

  test('that is not downloaded within five minutes is aborted and releases its list', async () => {
    const { clock, stream } = start();
    const reader = (await streamedBody(stream, connected)).getReader();
    await reader.read();
    clock.advance(299_999);
    expect((await reader.read()).done).toBe(false);
    clock.advance(1);
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    // The name distinguishes an aborted response from a bug.
    await expect(rest()).rejects.toMatchObject({ name: 'AbortError' });
    expect(stream.destroyed).toBe(true);
  });

  test('that is complete is not aborted', async () => {
    const { clock, stream } = start();
    expect(await text(stream)).toContain('Name 999');
    clock.advance(300_000);
    expect(stream.errored).toBeNull();
  });

  test('of a client that has disconnected before the first byte releases its list at once', async () => {
    const { stream } = start();
    await streamedBody(stream, AbortSignal.abort());
    expect(stream.destroyed).toBe(true);
  });

  test('whose download never starts is aborted, too', async () => {
    const { clock, stream } = start();
    clock.advance(300_000);
    await clock.pass(0);
    expect(stream.destroyed).toBe(true);
  });
});
