import { expect, test } from 'vitest';
import { columnNames } from '@/lib/contract/list-layout';
import { monitorColumns } from '../table/columns';
import { hiddenIds } from '../table/use-column-preferences';
import { savedViewOf, viewsFileOf } from './team-views';

test('a views file has the names of all columns, in their order', () => {
  expect(columnNames).toEqual(monitorColumns.map(({ id }) => id));
});

// lib/server/views/parse-views-file.test.ts tests that such a file is valid.
test('exported views have their filters, order, groups, page size and columns', () => {
  const search = 'q=a+%22b%22&type=https&type=-tcp&group=name&sort=name&order=desc&per_page=50';
  const columns = {
    hiddenColumns: ['+last_24h', 'type', 'target', 'region', 'interval'],
    columnOrder: ['name', 'last_24h'],
  };
  const exported = JSON.parse(
    viewsFileOf([
      { name: 'Everything', search: '' },
      { name: 'A & B', search },
      { name: 'Columns', search: 'condition=down', columns },
    ]),
  );
  const shown = ['name', 'last_24h', 'condition', 'observed_since', 'last_check_at', 'last_response_time_ms'];
  const rest = [
    'changed',
    'maintenance_mode',
    'last_status',
    'is_active',
    'created_at',
    'updated_at',
    'monitor_uuid',
  ];
  expect(exported).toEqual({
    views: [
      { name: 'Everything', filters: {} },
      {
        name: 'A & B',
        filters: { q: 'a "b"', type: ['https', '-tcp'] },
        ...{ group: 'name', sort: 'name', order: 'desc', per_page: '50' },
      },
      { name: 'Columns', filters: { condition: 'down' }, columns: [...shown, ...rest] },
    ],
  });
  const [, , third] = exported.views;
  const again = savedViewOf({
    ...{ name: 'Columns', description: null, query: 'condition=down', default: false, public: false },
    columns: third.columns,
  });
  expect(hiddenIds(again.columns?.hiddenColumns ?? null, false).toSorted()).toEqual(
    hiddenIds(columns.hiddenColumns, false).toSorted(),
  );
});

test('a view shows its columns in its order, and also the columns that cannot be hidden', () => {
  const { columns } = savedViewOf({
    ...{ name: 'x', description: null, query: '', default: false, public: false },
    columns: ['observed_since', 'timeout_ms'],
  });
  expect(columns?.columnOrder).toEqual(['observed_since', 'timeout_ms']);
  const hidden = hiddenIds(columns?.hiddenColumns ?? null, false);
  const shown = columnNames.filter((id) => !hidden.includes(id));
  expect(shown).toEqual(['condition', 'name', 'observed_since', 'timeout_ms']);
});
