import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changesFiltersSchema, changesQuerySchema } from '@/lib/contract/changes-query';
import { monitorFiltersSchema } from '@/lib/contract/inventory-query';
import type { OpenApiParameter } from '@/lib/contract/openapi';
import { reportQuerySchema } from '@/lib/contract/report-query';
import { FailureError } from '../../errors';
import { parseRequestedInterval } from '../../inventory/crawl/viewers';
import {
  daysQuerySchema,
  exportFormatSchema,
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
import { parametersOf, refreshHeader } from './operation-builders';

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
  since: 'yesterday',
  until: 'yesterday',
  kind: 'exploded',
  monitor: 'abc',
  cursor: 'next',
  limit: '201',
  format: 'xml',
  bom: 'yes',
  days: '2',
  in_group: 'x'.repeat(201),
  month: '2026-13',
  view: '',
};

const monitors = parametersOf(documentedMonitorsQuery);
const monitorFilters = parametersOf(monitorFiltersSchema);
const changeFilters = parametersOf(changesFiltersSchema);
const exportFormat = parametersOf(exportFormatSchema);
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
  { name: 'export', table: [...exportFormat, ...monitorFilters], parse: readListExport, fixed: format },
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
      if (/^name_|^in_group$/.test(parameter)) search.set('group', 'name');
      for (const value of values) search.append(parameter, value);
      return parse(search);
    };
    return { name, parameter, documented, read, wrong: wrongValues[parameter] ?? '' };
  }),
);

test.each(cases)('$name: $parameter accepts what is documented', ({ documented, read }) => {
  for (const value of validValues(documented)) expect(() => read([value]), value).not.toThrow();
  if (Array.isArray(documented.example))
    expect(() => read([documented.example].flat().map(String))).not.toThrow();
});

test.each(cases)('$name: $parameter rejects a wrong value, by its name', ({ wrong, parameter, read }) => {
  const rejected = expect.objectContaining({
    failure: expect.objectContaining({ code: 'invalid_parameter', parameter }),
  });
  expect(() => read([wrong])).toThrow(FailureError);
  try {
    read([wrong]);
  } catch (error) {
    expect(error).toEqual(rejected);
  }
});

test.each(cases)(
  '$name: $parameter can be repeated if it is a list, and only then',
  ({ documented, read }) => {
    const [value = ''] = validValues(documented);
    const { maxItems } = documented.schema;
    if (documented.schema.type !== 'array') expect(() => read([value, value])).toThrow(FailureError);
    else if (documented.schema.items?.enum === undefined) {
      const many = Array.from({ length: Number(maxItems) + 1 }, (_, index) => `v${index}`);
      expect(() => read(many.slice(1))).not.toThrow();
      expect(() => read(many)).toThrow(FailureError);
    }
  },
);

test.each(cases)('$name: $parameter is required only if that is documented', ({ documented, read }) => {
  if (documented.required) expect(() => read([])).toThrow(FailureError);
  else expect(() => read([])).not.toThrow();
});

test.each(parsers)('$name rejects what is not documented', ({ parse, fixed, table }) => {
  const known = [...monitors, ...changes, ...exportFormat, ...days, ...report];
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

test('the documented form of Sightline-Refresh is what is not ignored', () => {
  const isDocumented = (value: string) =>
    new RegExp(String(refreshHeader(false, '').schema.pattern)).test(value);
  for (const value of [
    'off',
    '1',
    '60',
    '86400',
    '999999',
    '5m',
    '0',
    '',
    '060',
    '60, 60',
    '1000000',
    'OFF',
  ]) {
    const seconds = Number(value);
    const expected = value === 'off' ? 'off' : isDocumented(value) ? Math.min(seconds, 86_400) : 30;
    expect(parseRequestedInterval(value), value).toBe(expected);
  }
});
