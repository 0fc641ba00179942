import { expect, test } from 'vitest';
import type { MonitorListBody } from '@/lib/contract/responses';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import { monitorListSchema } from '../../contract/responses.ts';
import { FailureError } from '../errors.ts';
import type { History } from '../history/history.ts';
import { SLOT_MS } from '../history/slots.ts';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { createMonitorList } from './monitor-list.ts';
import { startRecordedInventory, up } from './recorded-inventory.fixtures.ts';

const HOUR = 4 * SLOT_MS;
const withHistory = { ...defaultInventoryQuery, history: '1' } as const;

/** The list over a real history, or over the changed one that `change` returns. */
async function setUp(
  change: (history: History) => Pick<History, 'pasts' | 'version' | 'last'> = (history) => history,
) {
  const { crawl, ...parts } = await startRecordedInventory();
  const list = createMonitorList({ ...parts, history: change(parts.history) });
  return {
    clock: parts.clock,
    list: async (): Promise<MonitorListBody> => (await list.listMonitors(withHistory)).body,
    groups: async () => (await list.listMonitors({ ...withHistory, group: 'type' })).body.grouped?.groups,
    plain: async (): Promise<MonitorListBody> => (await list.listMonitors(defaultInventoryQuery)).body,
    read: (...monitors: Partial<InventoryMonitor>[]) =>
      crawl(...monitors.map((fields, n) => up(n + 1, fields))),
  };
}

const historyOf = ({ data }: MonitorListBody, n: number) =>
  data.find(({ monitor_uuid }) => monitor_uuid === uuidOf(n))?.history;

test('a row has the worst of each quarter of an hour, and when it was not read', async () => {
  const { clock, read, list } = await setUp();
  await read({}, { last_status: 'down' });
  await clock.pass(SLOT_MS);
  await read({ maintenance_mode: true }, {});
  await clock.pass(3 * SLOT_MS);
  await read({}, { is_active: false });
  const body = await list();
  expect(monitorListSchema.parse(body)).toEqual(body);
  expect(historyOf(body, 1)?.last_24h).toBe(`${'-'.repeat(91)}uU--u`);
  expect(historyOf(body, 2)?.last_24h).toBe(`${'-'.repeat(91)}du--i`);
  expect(body.meta.history).toEqual({
    last_24h_from: new Date(clock.now() - 95 * SLOT_MS).toISOString(),
    slot_s: 900,
    availability_until: new Date(clock.now()).toISOString(),
  });
});

test('the monitors of groups have their history, too', async () => {
  const { read, groups } = await setUp();
  await read({ type: 'tcp' }, { type: 'https', last_status: 'down' });
  const found = await groups();
  expect(
    found?.map(({ key, monitors }) => [key, monitors.map(({ history }) => history?.last_24h.at(-1))]),
  ).toEqual([
    ['tcp', []],
    ['https', ['d']],
  ]);
});

test('a new crawl changes the availability, and a list without history has none', async () => {
  const { clock, read, list, plain } = await setUp();
  await read({}, {});
  for (let n = 0; n < 80; n += 1) {
    await clock.pass(SLOT_MS);
    await read({}, { last_status: 'down' });
  }
  const first = historyOf(await list(), 1);
  expect(first?.availability_7d).toMatchObject({ least: 1, most: 1, observed_s: 72_000 });
  // 20 hours are less than a tenth of 30 days.
  expect(first?.availability_30d).toMatchObject({ least: null, most: null, observed_s: 72_000 });
  const { least, most } = historyOf(await list(), 2)?.availability_7d ?? {};
  expect(least).toBe(0);
  expect(most).toBeCloseTo(1 / 80, 4);
  expect(historyOf(await plain(), 2)).toBeUndefined();
});

test('after 20 minutes there is no availability, and time that was not read changes none', async () => {
  const { clock, read, list } = await setUp();
  await read({});
  await clock.pass(SLOT_MS);
  await read({});
  const early = historyOf(await list(), 1);
  expect(early?.availability_7d).toMatchObject({ least: null, most: null, observed_s: 900 });
  for (let n = 0; n < 80; n += 1) {
    await clock.pass(SLOT_MS);
    await read({});
  }
  await clock.pass(HOUR);
  const { last_24h, availability_7d } = historyOf(await list(), 1) ?? {};
  expect(last_24h).toBe(`${'-'.repeat(11)}${'u'.repeat(82)}---`);
  expect(availability_7d).toMatchObject({ least: 1, most: 1, observed_s: 81 * 900 });
});

test('row 103: the list has no history while that cannot be read, and has it again afterwards', async () => {
  let isReachable = false;
  const { read, list } = await setUp((history) => ({
    last: history.last,
    version: () => `${history.version()} ${isReachable}`,
    pasts: async (...asked) => {
      if (!isReachable) throw new FailureError({ code: 'storage_unreachable' });
      return history.pasts(...asked);
    },
  }));
  await read({});
  const body = await list();
  expect(body.data).toMatchObject([{ name: 'monitor 1', history: null }]);
  expect(body.meta.history).toBeNull();
  isReachable = true;
  expect(historyOf(await list(), 1)?.last_24h.at(-1)).toBe('u');
});
