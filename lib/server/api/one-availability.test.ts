import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import { generated } from '../../testing/property-runs.ts';
import { availabilityMessage } from '../../text/format-availability.ts';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { toolContainer } from './mcp/tool-container.fixtures.ts';
import { getMonitor } from './mcp/tools.ts';
import { createMonitorList } from './monitor-list.ts';
import { readReport, readReportExport } from './parameters.ts';
import { startRecordedInventory, up } from './recorded-inventory.fixtures.ts';
import { createReport } from './report.ts';
import { createSlotHistory } from './slot-history.ts';

const QUARTER = 15 * 60_000;
const WEEK = 7 * 96;
/** The first week of November: its report and the last 7 days are the same range. */
const START = Date.parse('2026-11-01T00:00:00Z');

const states = [
  {},
  { last_status: 'down' },
  { maintenance_mode: true },
  { last_status: 'down', maintenance_mode: true },
  { is_active: false },
];
/** Some quarters of an hour in which a monitor is in a state, or nothing is read. */
const part = fc.record({
  quarters: fc.integer({ min: 1, max: 90 }),
  state: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...states) }, fc.constant(null)),
});
test('list, page, report, its file and assistants say the same of one monitor and one range', async () => {
  let figures = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 8, maxLength: 30 }), async (parts) => {
      const recorded = await startRecordedInventory(START);
      const { clock, crawl, history } = recorded;
      const quarters = parts.flatMap(({ quarters: length, state }) => Array.from({ length }, () => state));
      for (let n = 0; n < WEEK; n += 1) {
        const state = quarters[n] === undefined ? {} : quarters[n];
        if (state !== null) await crawl(up(1, state));
        await clock.pass(QUARTER);
      }
      await crawl(up(1));
      const all = { ...recorded, demo: false };
      const { listMonitors } = createMonitorList(all);
      const report = createReport(all);

      const { body } = await listMonitors({ ...defaultInventoryQuery, history: '1' });
      const list = body.data[0]?.history?.availability_7d ?? expect.fail();
      const page = await createSlotHistory(all).getMonitorHistory(uuidOf(1), 7);
      expect(page.body.data.availability).toEqual(list);
      const month = await report.getReport(readReport(new URLSearchParams()));
      expect(month.body.data.monitors[0]?.availability).toEqual(list);
      expect(month.body.data.all?.availability).toEqual(list);
      const file = await report.exportReport(readReportExport(new URLSearchParams('format=csv')));
      const [head = '', line = ''] = (await text(file.open())).split('\r\n');
      const cells = new Map(head.split(',').map((name, place) => [name, line.split(',')[place]]));
      expect(cells.get('availability_least')).toBe(String(list.least ?? ''));
      expect(cells.get('availability_most')).toBe(String(list.most ?? ''));
      expect(cells.get('observed_share')).toBe(String(list.observed_share));
      const container = toolContainer(all, 1);
      const context = { container, now: clock.now(), linkTo: () => '', signal: new AbortController().signal };
      const { data } = await getMonitor({ uuid: uuidOf(1) }, context);
      expect(data).toMatchObject({
        observed: { availability_7_days: availabilityMessage(list) },
      });
      if (list.least !== null) figures += 1;
      await history.stop();
    }),
    { numRuns: Math.ceil(generated(100) / 25) },
  );
  expect(figures).toBeGreaterThan(0);
});
