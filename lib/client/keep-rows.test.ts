import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMonitor, fieldsOf } from '@/lib/server/inventory/arbitrary-monitors.fixtures';
import type { MonitorList } from '../contract/answers';
import type { Tagged } from './bff';
import { keepRows } from './keep-rows';

const listOf = (data: MonitorList['data']): Tagged<MonitorList> => ({
  tag: `"${data.length}"`,
  body: {
    data,
    pagination: { page: 1, per_page: 25, total: data.length, total_pages: 1 },
    meta: {
      source: 'inventory',
      as_of: '2026-11-20T13:00:00.000Z',
      refresh_at: '2026-11-20T13:01:00.000Z',
      degraded: null,
      inventory: { state: 'complete', read: data.length, total: data.length, missing: null, down: 0 },
      demo: false,
    },
  },
});

const row = fc
  .record({ n: fc.integer({ min: 1, max: 6 }), name: fc.constantFrom('a', 'b'), up: fc.boolean() })
  .map(({ n, name, up }) => ({
    ...fieldsOf(aMonitor(n, { name })),
    condition: up ? ('up' as const) : ('down' as const),
    observed_since: '2026-11-20T13:00:00.000Z',
  }));
const list = fc.uniqueArray(row, { selector: ({ monitor_uuid }) => monitor_uuid }).map(listOf);

test('the answer is the newer one, and a row is the same object exactly when nothing of it has changed', () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const kept = keepRows(before, after);
      expect(kept).toEqual(after);
      for (const shown of kept.body.data) {
        const old = before.body.data.find(({ monitor_uuid }) => monitor_uuid === shown.monitor_uuid);
        const isSame = old !== undefined && JSON.stringify(old) === JSON.stringify(shown);
        expect(shown === old).toBe(isSame);
      }
    }),
  );
});

test('the first answer, and one found unchanged, stay what they are', () => {
  const answer = listOf([]);
  expect(keepRows(undefined, answer)).toBe(answer);
  expect(keepRows(answer, answer)).toBe(answer);
});
