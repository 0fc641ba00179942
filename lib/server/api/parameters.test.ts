import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import { buildIndex } from '../inventory/query/inventory-index.ts';
import { snapshotOf } from '../inventory/query/naive-inventory.fixtures.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import {
  readChangesList,
  readListExport,
  readListQuery,
  readMonitorUuid,
  readShared,
  readStatus,
  readWall,
  refuseWrongValues,
  uuidBeforePunctuation,
} from './parameters.ts';

const read = (search: string) => readListExport(new URLSearchParams(search));

test('an export takes a list’s filters and order, and a format', () => {
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
  '',
  'format=xml',
  'format=csv&format=json',
  'format=csv&page=2',
  'format=csv&per_page=5',
  'format=csv&facets=true',
  'format=csv&type=',
  'format=csv&spreadsheet=1',
  'format=csv&spreadsheet=true&spreadsheet=true',
  'format=json&spreadsheet=true',
  'format=json&separator=comma',
  'format=csv&separator=tab',
  'format=csv&column=nothing',
])('"%s" is rejected', (search) =>
  expect(() => read(search)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code: 'invalid_parameter' }) }),
  ),
);

test.each([
  ['page=0', 'page', 'must be a whole number of 1 or more'],
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
  const refused = expect.objectContaining({
    failure: expect.objectContaining({ code: 'invalid_parameter' }),
  });
  for (const search of ['condition=lost', 'is_active=maybe', 'in_group=a'])
    expect(() => shared(search), search).toThrow(refused);
  const status = new URLSearchParams('fail_on=up');
  expect(() => readStatus(status, (given) => given)).toThrow(refused);
  expect(() => readWall(new URLSearchParams('utm_source=chat')), 'the API stays strict').toThrow(refused);
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
