import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import { reviewSchema } from '../../contract/review.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { FailureError } from '../errors.ts';
import { completeCrawl } from '../inventory/crawl/crawl-result.fixtures.ts';
import { createInventory } from '../inventory/inventory.ts';
import { aMonitor, fieldsOf, uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { createMonitorList } from './monitor-list.ts';
import { noPasts } from './recorded-inventory.fixtures.ts';
import { createReview } from './review.ts';

const DAY = 86_400_000;
const noHistory = {
  watched: async () => ({ from: null, until: null, gaps: [], keptDays: 0, notSavedSince: null }),
  maintenance: async () => new Map(),
  wentDown: async (): Promise<string[]> => [],
  outagesAfterUp: async (): Promise<string[]> => [],
};

/** The review and the list of an inventory, and a function that publishes a crawl. */
function setUp(history: Parameters<typeof createReview>[0]['history'] = noHistory) {
  let off: ReadonlySet<string> = new Set();
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  const review = createReview({ inventory, history, rulesOff: () => off, clock });
  const list = createMonitorList({ inventory, review, history: noPasts, clock });
  return {
    clock,
    ...list,
    async ruleOf(id: string) {
      const { body } = await review.getReview();
      expect(reviewSchema.parse(body)).toEqual(body);
      return body.data.find(({ rule }) => rule === id);
    },
    getReview: review.getReview,
    switchOff: (...rules: string[]) => {
      off = new Set(rules);
    },
    read(...monitors: InventoryMonitor[]) {
      const asOf = clock.now();
      const rows = monitors.map((monitor) => ({ monitor: fieldsOf(monitor), asOf, upstreamNow: asOf }));
      inventory.publish(completeCrawl(rows, asOf));
    },
  };
}

const http = (n: number) => aMonitor(n, { type: 'http', target: `http://shop-${n}.acme.com/`, port: null });
const overHttp = { ...defaultInventoryQuery, rule: 'plain_http' };

test('a rule counts the monitors that the list and the file show with its query', async () => {
  const { read, ruleOf, listMonitors, exportMonitors } = setUp();
  read(http(1), aMonitor(2), http(3));
  const rule = await ruleOf('plain_http');
  expect(rule).toMatchObject({
    count: 2,
    monitors: [1, 3].map((n) => ({ monitor_uuid: uuidOf(n), name: http(n).name })),
    since: null,
    unknown: 0,
    query: 'rule=plain_http',
    needs: 'list',
  });
  const { body } = await listMonitors({ ...overHttp, facets: true });
  expect(body.data.map(({ name, target }) => [name, target])).toHaveLength(2);
  expect(body.pagination.total).toBe(2);
  expect(body.facets?.type).toEqual({ http: 2, tcp: 0 });
  const file = await exportMonitors({
    query: overHttp,
    fields: ['target'],
    format: 'json',
    spreadsheet: false,
    separator: ',',
  });
  expect(await json(file.open())).toHaveLength(2);
});

test('the rules that name a monitor', async () => {
  const { read, getReview } = setUp();
  read(http(1), aMonitor(2, { name: 'Cache' }));
  const namesOf = async (n: number) =>
    (await getReview({ monitor: uuidOf(n) })).body.data.map(({ rule, count }) => [rule, count]);
  expect(await namesOf(1)).toEqual([['plain_http', 1]]);
  expect(await namesOf(2)).toEqual([]);
  expect(await namesOf(3)).toEqual([]);
});

test('a crawl that ends while the rules are judged does not hide those that name a monitor', async () => {
  const crawlEnds = () => {
    clock.advance(60_000);
    read(http(1));
    return noHistory.watched();
  };
  const { clock, read, getReview } = setUp({ ...noHistory, watched: crawlEnds });
  read(http(1));
  const { data } = (await getReview({ monitor: uuidOf(1) })).body;
  expect(data.map(({ rule }) => rule)).toEqual(['plain_http']);
});

test('a rule about a lasting state says of a monitor by when it had begun', async () => {
  const { clock, read, getReview } = setUp();
  const updated_at = new Date(clock.now() - 10 * 86_400_000).toISOString();
  read(aMonitor(1, { maintenance_mode: true, updated_at }));
  const { data } = (await getReview({ monitor: uuidOf(1) })).body;
  expect(data.map(({ rule, since }) => [rule, since])).toEqual([['in_maintenance_for_7_days', updated_at]]);
});

test('the rules judge each crawl again', async () => {
  const { clock, read, ruleOf, listMonitors } = setUp();
  read(http(1));
  expect((await ruleOf('plain_http'))?.count).toBe(1);
  clock.advance(60_000);
  read(aMonitor(1), http(2), http(3));
  expect((await ruleOf('plain_http'))?.count).toBe(2);
  expect((await listMonitors(overHttp)).body.pagination.total).toBe(2);
});

test('a rule that the operator has switched off is not judged, from the next answer on', async () => {
  const { read, getReview, switchOff, listMonitors } = setUp();
  read(http(1));
  const all = (await getReview()).body;
  expect(all.meta.rules_off).toEqual([]);
  switchOff('plain_http');
  const { data, meta } = (await getReview()).body;
  expect(meta.rules_off).toHaveLength(1);
  expect(data.map(({ rule }) => rule)).toEqual(
    all.data.map(({ rule }) => rule).filter((rule) => rule !== 'plain_http'),
  );
  await expect(listMonitors(overHttp)).rejects.toMatchObject({ failure: { parameter: 'rule' } });
  switchOff();
  expect((await getReview()).body).toEqual(all);
});

test('settings that nobody has read are not known', async () => {
  const { read, getReview, ruleOf } = setUp();
  read(http(1), aMonitor(2));
  expect(await ruleOf('expects_errors_only')).toMatchObject({
    count: 0,
    unknown: 1,
    needs: 'settings',
  });
  expect((await getReview()).body.meta).toMatchObject({
    monitors: 2,
    settings_known: 0,
    observed_from: null,
  });
});

test('data from the history is used, and read again after a while', async () => {
  let days = 7;
  const { clock, read, ruleOf, getReview } = setUp({
    ...noHistory,
    watched: async () => ({ ...(await noHistory.watched()), from: 0 }),
    wentDown: async (since) => (since >= clock.now() - days * DAY ? [aMonitor(1).monitor_uuid] : []),
  });
  read(http(1));
  expect(await ruleOf('flapping_daily')).toMatchObject({ count: 1, unknown: 0, needs: 'history' });
  expect((await getReview()).body.meta.observed_from).toBe('1970-01-01T00:00:00.000Z');
  days = 3;
  read(http(1));
  expect((await ruleOf('flapping_daily'))?.count).toBe(1);
  clock.advance(11 * 60_000);
  read(http(1));
  expect((await ruleOf('flapping_daily'))?.count).toBe(0);
});

test('without the database, the rules that need no history still work', async () => {
  const { read, ruleOf } = setUp({
    ...noHistory,
    maintenance: async () => {
      throw new FailureError({ code: 'storage_unreachable' });
    },
  });
  read(http(1));
  expect(await ruleOf('plain_http')).toMatchObject({ count: 1 });
  expect(await ruleOf('flapping_daily')).toMatchObject({ count: 0, unknown: 1 });
});

test('before the first crawl there is nothing to review, and an unknown rule is refused', async () => {
  const { clock, getReview, read, listMonitors } = setUp();
  const early = getReview();
  const refused = expect(early).rejects.toMatchObject({ failure: { code: 'not_ready' } });
  clock.advance(4_000);
  await refused;
  read(http(1));
  await expect(listMonitors({ ...overHttp, rule: 'no_rule' })).rejects.toMatchObject({
    failure: { code: 'invalid_parameter', parameter: 'rule' },
  });
});
