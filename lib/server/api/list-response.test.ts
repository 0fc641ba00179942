import { expect, test } from 'vitest';
import { defaultInventoryQuery, type InventoryQuery } from '../../contract/inventory-query.ts';
import type { InventoryView } from '../inventory/inventory.ts';
import { buildIndex } from '../inventory/query/inventory-index.ts';
import { snapshotOf } from '../inventory/query/naive-inventory.fixtures.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { listResponse } from './list-response.ts';

const index = buildIndex(
  snapshotOf([
    aMonitor(1, { condition: 'down', type: 'tcp' }),
    aMonitor(2, { condition: 'down', type: 'https' }),
    aMonitor(3, { type: 'ping' }),
  ]),
);

const view: InventoryView = {
  state: 'complete',
  index,
  missing: null,
  version: '1',
  read: 3,
  total: 3,
  asOf: 0,
  refreshAt: 0,
  problem: null,
  lastCrawl: null,
  isCrawling: false,
};

test('the counts of the inventory include all monitors, independent of the query', () => {
  const queries: Partial<InventoryQuery>[] = [
    {},
    { type: { include: ['ping'], exclude: [] } },
    { condition: { include: [], exclude: ['down'] } },
    { q: 'nothing is called this', facets: true },
    { page: 9, per_page: 1 },
  ];
  for (const query of queries) {
    const { meta } = listResponse({ ...defaultInventoryQuery, ...query }, view, index, false);
    expect(meta.inventory).toMatchObject({ state: 'complete', read: 3, total: 3, missing: null });
    expect(meta.inventory.counts?.condition).toEqual({
      down: 2,
      overdue: 0,
      unknown: 0,
      pending: 0,
      up: 1,
      inactive: 0,
    });
  }
});
