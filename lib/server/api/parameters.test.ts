import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changesFiltersSchema, changesQuerySchema } from '../../contract/changes-query.ts';
import { defaultInventoryQuery, monitorFiltersSchema } from '../../contract/inventory-query.ts';
import { reportQuerySchema } from '../../contract/report.ts';
import { buildIndex } from '../inventory/query/inventory-index.ts';
import { snapshotOf } from '../inventory/query/naive-inventory.fixtures.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { documentedMonitorsQuery } from './openapi/monitors-query.ts';
import { describedParameters } from './openapi/operation-builders.ts';
import {
  daysQuerySchema,
  exportFormatSchema,
  monitorExportSchema,
  readChangesCount,
  readChangesExport,
  readChangesList,
  readDays,
  readListExport,
  readListQuery,
  readMonitorUuid,
  readReport,
  readReportExport,
  readShared,
  readStatus,
  readWall,
  refuseWrongValues,
  uuidBeforePunctuation,
} from './parameters.ts';

const monitors = describedParameters(documentedMonitorsQuery);
const monitorFilters = describedParameters(monitorFiltersSchema);
const changes = describedParameters(changesQuerySchema);
const changeFilters = describedParameters(changesFiltersSchema);
const exportFormat = describedParameters(exportFormatSchema);
const monitorExport = describedParameters(monitorExportSchema);
const days = describedParameters(daysQuerySchema);
// The filters of a view replace its name before the query is parsed.
const report = describedParameters(reportQuerySchema).filter(({ name }) => name !== 'view');

/** The parsers with the parameters that the document says they have. */
const parsers: [name: string, documented: typeof monitors, parse: (search: URLSearchParams) => unknown][] = [
  ['list', monitors, readListQuery],
  ['export', [...monitorExport, ...monitorFilters], readListExport],
  ['changes', changes, readChangesList],
  ['count', changeFilters, readChangesCount],
  ['changes export', [...exportFormat, ...changeFilters], readChangesExport],
  ['history', days, readDays],
  ['report', report, readReport],
  ['report export', [...exportFormat, ...report], readReportExport],
];
const refused = (parameter: string) =>
  expect.objectContaining({ failure: expect.objectContaining({ code: 'invalid_parameter', parameter }) });

test.each(parsers)(
  '%s: the documented parameters are accepted, no other, and only lists twice',
  (...parser) => {
    const [, documented, parse] = parser;
    const required = documented.flatMap(({ name, example, required }) =>
      required ? [[name, String(example)]] : [],
    );
    for (const { name, example, schema } of documented) {
      const needed = [...required, ['sort', 'name'], ['group', 'host']].filter(
        ([one]) => one !== name && documented.some((other) => other.name === one),
      );
      const given = [example].flat().map((value) => [name, String(value)]);
      const search = new URLSearchParams([...needed, ...given]);
      expect(() => parse(search), name).not.toThrow();
      const twice = new URLSearchParams([...search, ...given.slice(0, 1), [name, 'another one']]);
      if (schema.type === 'array' && schema.items?.enum === undefined)
        expect(() => parse(twice)).not.toThrow();
      else expect(() => parse(twice), name).toThrow(refused(name));
    }
    for (const { name, example } of [...monitors, ...changes, ...monitorExport, ...days, ...report]) {
      if (documented.some((one) => one.name === name)) continue;
      const search = new URLSearchParams([...required, [name, String([example].flat()[0])]]);
      expect(() => parse(search), name).toThrow(refused(name));
    }
  },
);

test('the examples of the documentation are accepted', () => {
  const text = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  const readers: Record<string, (search: URLSearchParams) => unknown> = {
    '/api/monitors': readListQuery,
    '/api/monitors/export': readListExport,
    '/api/changes': readChangesList,
    '/api/changes/export': readChangesExport,
    '/api/changes/fleet': readDays,
    '/api/report': readReport,
    '/api/report/export': readReportExport,
    '/api/status': (search) => readStatus(search, () => new URLSearchParams()),
  };
  const examples = [...text.matchAll(/(\/api\/[a-z/]+)\?([^"`\s]+)/g)];
  expect(examples.length).toBeGreaterThan(5);
  for (const [all, path = '', query = ''] of examples) {
    const search = new URLSearchParams(query.replace(/\$\{[^}]*\}/, '2026-11-20T18:05:00.000Z'));
    expect(() => readers[path]?.(search), all).not.toThrow();
    expect(readers, all).toHaveProperty([path]);
  }
});

test('an export takes a list’s filters and order, and a format', () => {
  const read = (search: string) => readListExport(new URLSearchParams(search));
  expect(read('format=csv&type=tcp&sort=name')).toMatchObject({
    format: 'csv',
    query: { type: ['tcp'], sort: 'name' },
    spreadsheet: false,
  });
  expect(read('format=csv&spreadsheet=true').spreadsheet).toBe(true);
  expect(read('format=csv&separator=semicolon&column=name&column=observed_since')).toMatchObject({
    separator: ';',
    fields: ['name', 'observed_since'],
  });
});

test.each([
  [readListExport, 'format', ''],
  [readListExport, 'format', 'format=xml'],
  [readListExport, 'type', 'format=csv&type='],
  [readListExport, 'spreadsheet', 'format=csv&spreadsheet=1'],
  [readListExport, 'spreadsheet', 'format=json&spreadsheet=true'],
  [readListExport, 'separator', 'format=json&separator=comma'],
  [readListExport, 'separator', 'format=csv&separator=tab'],
  [readListExport, 'column', 'format=csv&column=nothing'],
  [readListExport, 'title', `format=csv&title=${'x'.repeat(201)}`],
  [readListQuery, 'history', 'history=true'],
  [readListQuery, 'groupings', 'groupings=123456'],
  [readListQuery, 'in_group', `group=host&in_group=${'x'.repeat(201)}`],
  [readChangesList, 'since', 'since=yesterday'],
  [readChangesList, 'until', 'until=2026-11-20T25:00Z'],
  [readChangesList, 'until', 'until=2026-11-31T00:00:00Z'],
  [readChangesList, 'kind', 'kind=exploded'],
  [readChangesList, 'type', 'type='],
  [readChangesList, 'region', 'region=+'],
  [readChangesList, 'monitor', 'monitor=abc'],
  [readChangesList, 'cursor', 'cursor=next'],
  [readChangesList, 'limit', 'limit=201'],
  [readChangesList, 'q', `q=${'x'.repeat(101)}`],
  [readDays, 'days', 'days=2'],
  [readReport, 'month', 'month=2026-13'],
  [readReport, 'view', 'view='],
] as const)('%o refuses the wrong value of %s in "%s"', (parse, parameter, search) =>
  expect(() => parse(new URLSearchParams(search))).toThrow(refused(parameter)),
);

test.each([
  ['condition=lost', 'condition', 'must be one of down, overdue, unknown, pending, up, inactive'],
  ['sort=name&sort=type', 'sort', 'can be given only once'],
  ['order=asc', 'order', 'requires sort'],
  ['Page=1', 'Page', 'is not supported'],
  ['__proto__=1', '__proto__', 'is not supported'],
  [Array.from({ length: 51 }, (_, n) => `type=${n}`).join('&'), 'type', 'can be given at most 50 times'],
])('"%s" is rejected with an explanation', (search, parameter, detail) =>
  expect(() => readListQuery(new URLSearchParams(search))).toThrow(
    expect.objectContaining({ failure: { code: 'invalid_parameter', parameter, detail } }),
  ),
);

test('what people share ignores unknown parameters, and refuses wrong values', () => {
  const shared = (search: string) => readShared(new URLSearchParams(search), (given) => given);
  const noise = 'v=2&style=flat-square&utm_source=chat&utm_source=again&constructor=1&sort=name';
  expect(shared(`type=tcp&${noise}`)).toEqual(shared('type=tcp'));
  expect(shared(`type=tcp&${noise}`).search).toBe('type=tcp');
  expect(readStatus(new URLSearchParams(`fail_on=down&${noise}`), (given) => given).failsOnDown).toBe(true);
  expect(() => shared('condition=lost')).toThrow(refused('condition'));
  const status = new URLSearchParams('fail_on=up');
  expect(() => readStatus(status, (given) => given)).toThrow(refused('fail_on'));
  const strict = () => readWall(new URLSearchParams('utm_source=chat'));
  expect(strict, 'the API stays strict').toThrow(refused('utm_source'));
});

const index = buildIndex(snapshotOf([aMonitor(1, { type: 'udp' })]));

test.each([
  ['db is:dwn', 3, 9, /^is: needs one of down, /],
  ['type:sctp', 0, 9, /^type: needs one of http, https, tcp, ping$/],
  ['a OR', 2, 4, /^OR needs a word on both sides$/],
])('a search with a wrong word is rejected with its place: %s', (q, from, to, message) => {
  expect(() => refuseWrongValues({ ...defaultInventoryQuery, q }, index)).toThrow(
    expect.objectContaining({
      failure: {
        code: 'invalid_parameter',
        parameter: 'q',
        detail: expect.stringContaining(`has a mistake at characters ${from + 1} to ${to}: `),
        place: expect.objectContaining({ from, to, message: expect.stringMatching(message) }),
      },
    }),
  );
});

test('a type that some monitor has can be searched for', () => {
  const search = (q: string) => refuseWrongValues({ ...defaultInventoryQuery, q }, index);
  expect(() => search('type:udp OR type:http db')).not.toThrow();
});

test('a search of changes cannot use fields that a change does not have', () => {
  const read = (q: string) => readChangesList(new URLSearchParams({ q }));
  expect(read('-name:db region:fra1 OR type:tcp').q).toBe('-name:db region:fra1 OR type:tcp');
  expect(() => read('db response>1s')).toThrow(
    expect.objectContaining({
      failure: expect.objectContaining({
        detail:
          'has a mistake at characters 4 to 14: response cannot be used in a search of changes, only name, target, type, region can',
      }),
    }),
  );
});

test('the UUID of a path is read in lower case, and another text is rejected', () => {
  expect(readMonitorUuid('00000000-0000-4000-8000-00000000ABCD')).toBe(
    '00000000-0000-4000-8000-00000000abcd',
  );
  for (const text of ['none', '', '00000000-0000-4000-8000-00000000abcde', '../health']) {
    expect(() => readMonitorUuid(text), text).toThrow(
      expect.objectContaining({
        failure: { code: 'invalid_parameter', parameter: 'uuid', detail: 'must be a UUID' },
      }),
    );
  }
});

const uuid = '0A11CE00-0000-4000-8000-000000000001';

test.each([')', '.', ',', ').', '>', '%3E', '%29', '%2E', '%2C%20', '”', '%E2%80%9D', '。', '*_', '/', '-'])(
  'a path of a monitor that a chat has linked with %s is that of the monitor',
  (rest) => expect(uuidBeforePunctuation(uuid + rest)).toBe(uuid.toLowerCase()),
);

test.each([uuid, `${uuid}a`, `${uuid}%C3%A9`, `${uuid}%`, `${uuid}%zz`, `${uuid})x`, 'x)', '%', ''])(
  'the path %s stays as it is',
  (path) => expect(uuidBeforePunctuation(path)).toBeNull(),
);
