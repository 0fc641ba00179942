import { json, text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../contract/inventory-query.ts';
import { inventorySorts } from '../contract/list-layout.ts';
import { exportFields } from '../contract/monitor.ts';
import { generated } from '../testing/property-runs.ts';
import { createMonitorList, listResponse } from './api/monitor-list.ts';
import { noPasts } from './api/recorded-inventory.fixtures.ts';
import { createFakeClock } from './clock.fixtures.ts';
import { completeCrawl } from './inventory/crawl/crawl-result.fixtures.ts';
import { createInventory } from './inventory/inventory.ts';
import { parseStoredSnapshot, storedSnapshot } from './inventory/snapshot/stored-snapshot.ts';
import { metricsOf } from './metrics.fixtures.ts';
import { soleReplica } from './replicas/replicas.ts';
import { hostileRow } from './upstream/hostile-rows.fixtures.ts';
import { readPage } from './upstream/schema.ts';
import { wirePage } from './upstream/wire-monitors.fixtures.ts';

type Row = Record<string, unknown>;

/** Rows with a UUID each, among some without. */
const arbitraryRows = fc
  .uniqueArray(hostileRow, { selector: ({ monitor_uuid: uuid }) => uuid, maxLength: 8 })
  .chain((rows) =>
    fc.array(fc.jsonValue(), { maxLength: 2 }).map((others): unknown[] => [...rows, ...others]),
  );

const isRow = (row: unknown): row is Row =>
  typeof row === 'object' && row !== null && 'monitor_uuid' in row && /^0{8}-/.test(String(row.monitor_uuid));

/** The list and everything that is derived from it: the rows, the counts, each order, the files and the metrics. */
function setUpList() {
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  const { exportMonitors } = createMonitorList({
    inventory,
    history: noPasts,
    clock,
    review: { namedBy: async () => null },
  });
  const metrics = metricsOf({ clock, inventory, replicas: soleReplica('k3x9') });
  return { clock, inventory, exportMonitors, metrics };
}

/** Expects that all numbers are finite: JSON replaces others by null. */
const expectFinite = (value: unknown) => expect(JSON.parse(JSON.stringify(value))).toEqual(value);

const everything = { fields: exportFields, spreadsheet: false, separator: ',' } as const;

test('row 89: whatever the API sends in place of a field, the row is shown, and nothing is up that the API has not called up', async () => {
  const { clock, inventory, exportMonitors, metrics } = setUpList();
  await fc.assert(
    fc.asyncProperty(arbitraryRows, async (rows) => {
      const page = readPage(wirePage(rows));
      if (!page.ok) throw new Error(page.reason);
      const now = clock.now();
      const read = page.value.monitors.map((monitor) => ({ monitor, asOf: now, upstreamNow: now }));
      inventory.publish(completeCrawl(read, now));

      const sent = new Map(rows.filter(isRow).map((row) => [row.monitor_uuid, row]));
      const shown = inventory.shown();
      if (shown.index === null) throw new Error('nothing was published');
      const query = { ...defaultInventoryQuery, per_page: 100, facets: true };
      const list = listResponse(query, shown, shown.index);
      expectFinite(list);
      for (const uuid of sent.keys()) expect(list.data.map((row) => row.monitor_uuid)).toContain(uuid);
      for (const { monitor_uuid: uuid, condition } of list.data) {
        // A monitor of an earlier crawl is kept for a while.
        const row = sent.get(uuid);
        if (row !== undefined && condition === 'up') expect(row).toMatchObject({ last_status: 'up' });
      }
      for (const sort of inventorySorts) {
        for (const order of ['asc', 'desc'] as const) {
          const sorted = listResponse({ ...query, q: '00000000', sort, order }, shown, shown.index);
          expect(sorted.data).toHaveLength(list.data.length);
        }
      }

      expect(
        await json((await exportMonitors({ ...everything, query, format: 'json' })).open()),
      ).toMatchObject(list.data.map(({ unknown_fields: _, ...row }) => row));
      const csv = await text((await exportMonitors({ ...everything, query, format: 'csv' })).open());
      const noNumber = /NaN|Infinity|undefined|Invalid/;
      if (!noNumber.test(JSON.stringify(list.data))) expect(csv).not.toMatch(noNumber);
      const { body } = await metrics();
      const counted = [...body.matchAll(/^sightline_monitors\{condition="\w+"\} (\d+)$/gm)].map(([, n]) =>
        Number(n),
      );
      expect(counted.reduce((sum, n) => sum + n, 0)).toBe(list.data.length);
      const { snapshot } = shown.index;
      expect((await parseStoredSnapshot([...storedSnapshot(snapshot)])).monitors).toEqual(snapshot.monitors);
    }),
    { numRuns: generated(100) },
  );
});
