import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changesFiltersSchema, changesQuerySchema } from '@/lib/contract/changes-query';
import { monitorFiltersSchema } from '@/lib/contract/inventory-query';
import { exportFields } from '@/lib/contract/monitor';
import { reportQuerySchema } from '@/lib/contract/report';
import { FailureError } from '../../errors';
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
  readReport,
  readReportExport,
  readStatus,
} from '../parameters';
import { documentedMonitorsQuery } from './monitors-query';
import { type OpenApiParameter, parametersOf } from './operation-builders';

/** A value of each parameter that its parser rejects. */
const wrongValues: Record<string, string> = {
  q: 'x'.repeat(101),
  type: '',
  condition: 'broken',
  region: ' ',
  is_active: 'yes',
  maintenance_mode: '1',
  flapping: '',
  sort: 'color',
  order: 'down',
  page: '0',
  per_page: '101',
  facets: '1',
  history: 'true',
  groupings: '123456',
  since: 'yesterday',
  until: 'yesterday',
  kind: 'exploded',
  monitor: 'abc',
  cursor: 'next',
  limit: '201',
  format: 'xml',
  spreadsheet: 'yes',
  title: 'x'.repeat(201),
  column: 'nothing',
  days: '2',
  in_group: 'x'.repeat(201),
  month: '2026-13',
  view: '',
};

const monitors = parametersOf(documentedMonitorsQuery);
const monitorFilters = parametersOf(monitorFiltersSchema);
const changeFilters = parametersOf(changesFiltersSchema);
const exportFormat = parametersOf(exportFormatSchema);
const monitorExport = parametersOf(monitorExportSchema);
const changes = parametersOf(changesQuerySchema);
const days = parametersOf(daysQuerySchema);
const report = parametersOf(reportQuerySchema);

const format = new URLSearchParams({ format: 'csv' });
/** What each parser is documented to accept; `fixed`: what it needs in addition. */
const parsers: {
  name: string;
  table: readonly OpenApiParameter[];
  parse: (search: URLSearchParams) => unknown;
  fixed?: URLSearchParams;
}[] = [
  { name: 'list', table: monitors, parse: readListQuery },
  { name: 'export', table: [...monitorExport, ...monitorFilters], parse: readListExport, fixed: format },
  { name: 'changes', table: changes, parse: readChangesList },
  { name: 'count', table: changeFilters, parse: readChangesCount },
  {
    name: 'changes export',
    table: [...exportFormat, ...changeFilters],
    parse: readChangesExport,
    fixed: format,
  },
  { name: 'history', table: days, parse: readDays },
  { name: 'report', table: report, parse: readReport },
  { name: 'report export', table: [...exportFormat, ...report], parse: readReportExport, fixed: format },
];

/** All values that the document says are valid: the examples, each value of an enum, the limits of numbers and lengths. */
function validValues({ schema, example }: OpenApiParameter): string[] {
  const { items = schema } = schema;
  const { minimum, maximum, maxLength } = items;
  const numbers = [minimum, maximum].filter((value) => value !== undefined);
  const longest =
    typeof maxLength === 'number'
      ? [`${'-'.repeat(maxLength === 41 ? 1 : 0)}${'x'.repeat(maxLength === 41 ? 40 : maxLength)}`]
      : [];
  return [[example].flat(), items.enum ?? [], numbers, longest].flat().map(String);
}

const cases = parsers.flatMap(({ name, table, parse, fixed }) =>
  table.map((documented) => {
    const parameter = documented.name;
    const read = (values: readonly string[]) => {
      const search = new URLSearchParams(fixed);
      search.delete(parameter);
      if (parameter === 'order') search.set('sort', 'name');
      if (/^name_|^in_group$/.test(parameter)) search.set('group', 'host');
      if (parameter === 'group' && values.includes('name')) search.set('name_separator', '-');
      for (const value of values) search.append(parameter, value);
      return parse(search);
    };
    return { name, parameter, documented, read, wrong: wrongValues[parameter] ?? '' };
  }),
);

/** How a parser returns the values of some parameters; all others are returned as they are. */
const readAs: Record<string, Record<string, unknown>> = {
  separator: { comma: ',', semicolon: ';' },
  facets: { true: true, false: false },
  spreadsheet: { true: true, false: false },
};

/** Returns what a parser returns for a value. */
function meant({ name, schema }: OpenApiParameter, value: string): unknown {
  if (schema.type === 'array') return [value];
  if (schema.format === 'date-time') return Date.parse(value);
  return schema.type === 'string' ? (readAs[name]?.[value] ?? value) : Number(value);
}

/** Finds the value of a parameter in what a parser has returned, which may have it in its filters. */
function valueIn(parsed: unknown, parameter: string): unknown {
  if (typeof parsed !== 'object' || parsed === null) return parsed;
  const own = new Map<string, unknown>(Object.entries(parsed));
  const name = parameter === 'column' ? 'fields' : parameter;
  if (own.has(name)) return own.get(name);
  const within = own.get('query') ?? own.get('filters');
  return within === undefined ? undefined : valueIn(within, parameter);
}

/** What parsers return without a parameter that has no documented default; nothing for all others. */
const undocumentedDefaults: Record<string, unknown> = { order: 'asc', column: exportFields };

// The filters of a view replace its name before the query is parsed.
const readBack = cases.filter(({ parameter }) => parameter !== 'view');
const rejected = (parameter: string) =>
  expect.objectContaining({
    failure: expect.objectContaining({ code: 'invalid_parameter', parameter }),
  });

test.each(readBack)('$name: $parameter accepts and returns what is documented', (one) => {
  const { documented, parameter, read } = one;
  const values = validValues(documented);
  expect(values).not.toEqual([]);
  for (const value of values) {
    expect(valueIn(read([value]), parameter), value).toEqual(meant(documented, value));
  }
});

test.each(cases)('$name: $parameter rejects a wrong value, by its name', ({ wrong, parameter, read }) => {
  expect(() => read([wrong])).toThrow(rejected(parameter));
});

test.each(readBack)('$name: $parameter can be repeated if it is a list, and only then', (one) => {
  const { documented, parameter, read } = one;
  const [value = '', other = ''] = validValues(documented);
  const { maxItems, type, items } = documented.schema;
  if (type !== 'array') {
    expect(() => read([value, value])).toThrow(rejected(parameter));
    return;
  }
  const most = Array.from({ length: Number(maxItems) }, (_, index) => `v${index}`);
  const many = items?.enum === undefined ? most : [value, other];
  expect(new Set([valueIn(read(many), parameter)].flat())).toEqual(new Set(many));
  expect(() => read([...most, 'one more'])).toThrow(rejected(parameter));
});

test.each(readBack)('$name: $parameter is required, or has its documented default', (one) => {
  const { documented, parameter, read } = one;
  if (documented.required) {
    expect(() => read([])).toThrow(rejected(parameter));
    return;
  }
  const { default: stated, type } = documented.schema;
  const value = valueIn(read([]), parameter);
  if (stated !== undefined) expect(value).toEqual(meant(documented, String(stated)));
  else if (parameter in undocumentedDefaults) expect(value).toEqual(undocumentedDefaults[parameter]);
  else expect(value ?? null).toEqual(type === 'array' && Array.isArray(value) ? [] : null);
});

test.each(parsers)('$name rejects what is not documented', ({ parse, fixed, table }) => {
  const known = [...monitors, ...changes, ...monitorExport, ...days, ...report];
  for (const { name: parameter, example } of known) {
    const search = new URLSearchParams(fixed);
    if (table.some(({ name }) => name === parameter)) continue;
    search.append(parameter, String([example].flat()[0]));
    expect(() => parse(search), parameter).toThrow(FailureError);
  }
});

test('the examples of the documentation are accepted', () => {
  const text = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
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
