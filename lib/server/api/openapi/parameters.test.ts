import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FailureError } from '../../errors';
import { parseRequestedInterval } from '../../inventory/crawl/viewers';
import { readChangesCount, readChangesExport, readChangesQuery, readDays } from '../read-changes-query';
import { readExport, readQuery } from '../read-query';
import { refreshHeader } from './operation';
import {
  changeFilters,
  changePaging,
  days,
  exportFormat,
  monitorFilters,
  monitorPaging,
  type QueryParameter,
} from './parameters';

type Table = Record<string, QueryParameter>;

const format = new URLSearchParams({ format: 'csv' });
/** What each parser is documented to accept; `fixed`: what it needs in addition. */
const parsers: {
  name: string;
  table: Table;
  parse: (search: URLSearchParams) => unknown;
  fixed?: URLSearchParams;
}[] = [
  {
    name: 'list',
    table: { ...monitorFilters, ...monitorPaging },
    parse: (search) => readQuery(new URL(`http://x/?${search}`)),
  },
  { name: 'export', table: { ...exportFormat, ...monitorFilters }, parse: readExport, fixed: format },
  { name: 'changes', table: { ...changeFilters, ...changePaging }, parse: readChangesQuery },
  { name: 'count', table: changeFilters, parse: readChangesCount },
  {
    name: 'changes export',
    table: { ...exportFormat, ...changeFilters },
    parse: readChangesExport,
    fixed: format,
  },
  { name: 'history', table: { days }, parse: readDays },
];

/** All values that the document says are valid: the examples, each value of an enum, the limits of numbers and lengths. */
function validValues({ schema, example }: QueryParameter): string[] {
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
  Object.entries(table).map(([parameter, documented]) => {
    const read = (values: readonly string[]) => {
      const search = new URLSearchParams(fixed);
      search.delete(parameter);
      if (parameter === 'order') search.set('sort', 'name');
      for (const value of values) search.append(parameter, value);
      return parse(search);
    };
    return { name, parameter, documented, read };
  }),
);

test.each(cases)('$name: $parameter accepts what is documented', ({ documented, read }) => {
  for (const value of validValues(documented)) expect(() => read([value]), value).not.toThrow();
  if (Array.isArray(documented.example))
    expect(() => read([documented.example].flat().map(String))).not.toThrow();
});

test.each(cases)(
  '$name: $parameter rejects a wrong value, by its name',
  ({ documented, parameter, read }) => {
    const rejected = expect.objectContaining({
      failure: expect.objectContaining({ code: 'invalid_parameter', parameter }),
    });
    expect(() => read([documented.wrong])).toThrow(FailureError);
    try {
      read([documented.wrong]);
    } catch (error) {
      expect(error).toEqual(rejected);
    }
  },
);

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
  const known = {
    ...monitorFilters,
    ...monitorPaging,
    ...changeFilters,
    ...changePaging,
    ...exportFormat,
    days,
  };
  for (const [parameter, { example }] of Object.entries(known)) {
    const search = new URLSearchParams(fixed);
    if (Object.hasOwn(table, parameter)) continue;
    search.append(parameter, String([example].flat()[0]));
    expect(() => parse(search), parameter).toThrow(FailureError);
  }
});

test('the examples of the documentation are accepted', () => {
  const text = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
  const readers: Record<string, (search: URLSearchParams) => unknown> = {
    '/api/monitors': (search) => readQuery(new URL(`http://x/?${search}`)),
    '/api/monitors/export': readExport,
    '/api/changes': readChangesQuery,
    '/api/changes/fleet': readDays,
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
