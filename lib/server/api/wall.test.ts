import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import { WALL_TILES_MAX, wallSchema } from '../../contract/wall.ts';
import { readWallQuery } from '../../contract/wall-query.ts';
import { FailureError } from '../errors.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { down, startRecordedInventory, up } from './recorded-inventory.fixtures.ts';
import { createWall } from './wall.ts';

const MINUTE = 60_000;

/** The wall of an inventory with a history, and a function that publishes a crawl. */
async function setUp({ brokenHistory = false } = {}) {
  const { crawl, ...parts } = await startRecordedInventory();
  const changes = () => Promise.reject(new FailureError({ code: 'storage_unreachable' }));
  const { getWall } = createWall({
    ...parts,
    ...(brokenHistory ? { history: { ...parts.history, changes } } : {}),
    refresher: { state: () => ({ checkS: 45 }) },
    demo: false,
  });
  return {
    clock: parts.clock,
    crawl,
    getWall,
    async wallOf(search = '') {
      const { body } = await getWall(readWallQuery(new URLSearchParams(search)).query);
      expect(wallSchema.parse(body)).toEqual(body);
      return body;
    },
  };
}

const names = ({ data }: Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['wallOf']>>) =>
  data.monitors.map(({ name }) => name);

test('the wall has the monitors that are not well: the worst first, then the newest, and those in maintenance last', async () => {
  const { clock, crawl, wallOf } = await setUp();
  const planned = down(4, { maintenance_mode: true });
  const odd = down(3, { last_status: 'degraded' });
  await crawl(down(1), up(2), odd, planned, aMonitor(5, { type: 'https' }));
  clock.advance(MINUTE);
  await crawl(down(1), down(2), odd, planned, aMonitor(5, { type: 'https' }));
  const wall = await wallOf();
  expect(names(wall)).toEqual(['monitor 2', 'monitor 1', 'monitor 3', 'monitor 4']);
  expect(wall.data).toMatchObject({ total: 5, not_well: 4, groups: null });
  expect(wall.data.counts).toMatchObject({ condition: { down: 3, unknown: 1, up: 1 }, maintenance: 1 });
  expect(wall.meta).toMatchObject({ view: '', interval_s: 45, degraded: null });
});

test('a view has only its own monitors, counts and changes', async () => {
  const { clock, crawl, wallOf } = await setUp();
  await crawl(aMonitor(1), aMonitor(2, { type: 'https' }));
  clock.advance(MINUTE);
  await crawl(down(1), down(2, { type: 'https' }));
  const wall = await wallOf('type=https');
  expect(names(wall)).toEqual(['monitor 2']);
  expect(wall.data.counts.condition).toMatchObject({ down: 1, up: 0 });
  expect(wall.data.changes.map(({ kind, monitor }) => [kind, monitor.name])).toEqual([['down', 'monitor 2']]);
  expect(wall.meta.view).toBe('type=https');
});

test('a change that ends a condition stays on a wall of that condition', async () => {
  const { clock, crawl, wallOf } = await setUp();
  await crawl(down(1), down(2));
  clock.advance(MINUTE);
  await crawl(down(1), aMonitor(2));
  expect((await wallOf('condition=down')).data.changes.map(({ kind }) => kind)).toEqual(['recovered']);
});

test('with a grouping the wall has the groups of the view, the worst first; a wall of one group has its monitors', async () => {
  const { crawl, wallOf } = await setUp();
  await crawl(
    aMonitor(1),
    aMonitor(2, { type: 'https' }),
    down(3, { type: 'https' }),
    aMonitor(4, { type: 'ping' }),
  );
  const { data, meta } = await wallOf('group=type&type=-ping');
  expect(data.groups).toMatchObject([
    { key: 'https', condition: 'down', total: 2, counts: { condition: { down: 1, up: 1 } } },
    { key: 'tcp', condition: 'up', total: 1 },
  ]);
  expect(meta.view).toBe('type=-ping&group=type');
  const one = await wallOf('group=type&in_group=https');
  expect([one.data.groups, names(one)]).toEqual([null, ['monitor 3']]);
});

test('of each monitor there is the last change', async () => {
  const { clock, crawl, wallOf } = await setUp();
  for (const first of [up(1), down(1), up(1), down(1)]) {
    await crawl(first, first.last_status === 'up' ? up(2) : down(2), up(3));
    clock.advance(MINUTE);
  }
  const { data } = await wallOf();
  expect(data.changes.map(({ kind, monitor }) => [kind, monitor.name]).toSorted()).toEqual([
    ['down', 'monitor 1'],
    ['down', 'monitor 2'],
  ]);
});

test('the monitors are limited, and counted', async () => {
  const { crawl, wallOf } = await setUp();
  await crawl(...Array.from({ length: WALL_TILES_MAX + 3 }, (_, n) => down(n + 1)));
  const { data } = await wallOf();
  expect([data.monitors.length, data.not_well]).toEqual([WALL_TILES_MAX, WALL_TILES_MAX + 3]);
});

test('without the history the rest of the wall is shown', async () => {
  const { crawl, wallOf } = await setUp({ brokenHistory: true });
  await crawl(down(1));
  expect((await wallOf()).data).toMatchObject({ not_well: 1, changes: [] });
});

test('an unknown type or rule is refused, and a parameter that walls do not have', async () => {
  const { crawl, getWall } = await setUp();
  await crawl(down(1));
  for (const wrong of [{ type: ['carrier-pigeon'] }, { rule: 'no_rule' }]) {
    await expect(getWall({ ...defaultInventoryQuery, ...wrong })).rejects.toMatchObject({
      failure: { code: 'invalid_parameter' },
    });
  }
  const { problems } = readWallQuery(new URLSearchParams('sort=name&order=asc&page=2&type=tcp&in_group=x'));
  expect(problems.map(({ parameter }) => parameter)).toEqual(['sort', 'order', 'page', 'in_group']);
});
