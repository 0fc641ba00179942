import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { wirePage, wireRow } from '@/lib/server/upstream/wire-monitors.fixtures';
import { readPage } from '../upstream/schema.ts';
import type { CrawlResult } from './crawler.ts';
import { createInventory } from './inventory.ts';
import type { Snapshot } from './snapshot.ts';

const clock = () => createFakeClock();

function rows(...numbers: number[]): CrawlResult['rows'] {
  const read = readPage(wirePage(numbers.map((number) => wireRow(number))));
  if (!read.ok) throw new Error('the fixture must be readable');
  return read.value.monitors.map((monitor) => ({ monitor, asOf: 0, upstreamNow: 0 }));
}

function crawled(...numbers: number[]): CrawlResult {
  const all = rows(...numbers);
  return {
    rows: all,
    total: all.length,
    asOf: 0,
    dropped: 0,
    complete: true,
    coverage: 'whole',
    failure: null,
    requests: 1,
    pages: 1,
  };
}

const uuidOf = (number: number) => String(wireRow(number).monitor_uuid).toLowerCase();

test('nothing, then a part, then all', () => {
  const inventory = createInventory(clock());
  expect(inventory.view()).toMatchObject({ state: 'reading', index: null, read: 0 });
  inventory.progress({ read: 2, dropped: 0, rows: () => rows(1, 2), total: 3, asOf: 0 });
  expect(inventory.view()).toMatchObject({ state: 'reading', read: 2, total: 3 });
  inventory.publish(crawled(1, 2, 3), 30_000);
  expect(inventory.view()).toMatchObject({ state: 'complete', read: 3, total: 3, problem: null });
  inventory.progress({ read: 1, dropped: 0, rows: () => rows(1), total: 1, asOf: 0 });
  expect(inventory.view()).toMatchObject({ state: 'complete', read: 3 });
});

test('row 81: a crawl that has read none of the monitors there are shows nothing', () => {
  const inventory = createInventory(clock());
  inventory.progress({ read: 0, dropped: 0, rows: () => [], total: 50, asOf: 0 });
  expect(inventory.view()).toMatchObject({ state: 'reading', index: null, read: 0 });
  inventory.progress({ read: 0, dropped: 0, rows: () => [], total: 0, asOf: 0 });
  expect(inventory.view().index, 'there are none').not.toBeNull();
});

test('row 25: a failed crawl leaves the snapshot as it is, and says why and since when', () => {
  const time = clock();
  const inventory = createInventory(time);
  inventory.publish(crawled(1, 2), 30_000);
  const before = inventory.view();
  const since = time.now();
  inventory.failed({ code: 'upstream_timeout' });
  time.advance(60_000);
  inventory.failed({ code: 'upstream_timeout' });
  const { index, problem, version } = inventory.view();
  expect(index).toBe(before.index);
  expect(problem).toEqual({ failure: { code: 'upstream_timeout' }, since });
  expect(version).not.toBe(before.version);
  inventory.publish(crawled(1, 2), 30_000);
  expect(inventory.view().problem).toBeNull();
});

test('a failure of another kind begins anew, and one of the same kind does not', () => {
  const time = clock();
  const inventory = createInventory(time);
  inventory.publish(crawled(1, 2), 30_000);
  inventory.failed({ code: 'upstream_error', status: 500 });
  const errorsSince = time.now();
  time.advance(60_000);
  inventory.failed({ code: 'upstream_error', status: 503 });
  expect(inventory.view().problem?.since).toBe(errorsSince);
  const rejected = { code: 'api_key_rejected' } as const;
  inventory.failed(rejected);
  expect(inventory.view().problem).toEqual({ failure: rejected, since: time.now() });
  time.advance(60_000);
  const refused = { ...lacking('gaps', 3, 1, 2), failure: broken };
  inventory.publish(refused, 30_000);
  expect(inventory.view().problem, 'although nothing of it is shown').toEqual({
    failure: broken,
    since: time.now(),
  });
  const since = time.now();
  time.advance(60_000);
  inventory.publish(refused, 30_000);
  expect(inventory.view()).toMatchObject({ state: 'incomplete', problem: { failure: broken, since } });
});

test('one snapshot and one trouble give one version', () => {
  const inventory = createInventory(clock());
  inventory.publish(crawled(1), 30_000);
  expect(inventory.view().version).toBe(inventory.view().version);
});

test('row 26: a 404 on its detail removes a monitor at once, even from a crawl that has just seen it', () => {
  const inventory = createInventory(clock());
  inventory.publish(crawled(1, 2), 30_000);
  inventory.gone(uuidOf(1));
  expect(inventory.monitor(uuidOf(1))).toBeUndefined();
  expect(inventory.monitor(uuidOf(2))).toBeDefined();
  inventory.publish(crawled(1, 2), 30_000);
  expect(inventory.monitor(uuidOf(1))).toBeUndefined();
  inventory.publish(crawled(1, 2), 30_000);
  expect(inventory.monitor(uuidOf(1))).toBeDefined();
});

test('who waits is woken by rows, by trouble, and by time', async () => {
  const time = clock();
  const woken: string[] = [];
  for (const [name, wake] of [
    ['rows', (inventory: ReturnType<typeof createInventory>) => inventory.publish(crawled(1), 0)],
    [
      'trouble',
      (inventory: ReturnType<typeof createInventory>) => inventory.failed({ code: 'upstream_timeout' }),
    ],
    ['time', () => time.advance(1)],
  ] as const) {
    const inventory = createInventory(time);
    const waited = inventory
      .until(({ index, problem }) => index !== null || problem !== null, 4000)
      .then(() => woken.push(name));
    await time.pass(3999);
    expect(woken, `before ${name}`).not.toContain(name);
    wake(inventory);
    await waited;
  }
  expect(woken).toEqual(['rows', 'trouble', 'time']);
});

test('what was shown while the first crawl ran has another version than the whole, though read in the same moment', () => {
  const inventory = createInventory(clock());
  inventory.progress({ read: 2, dropped: 0, rows: () => rows(1, 2), total: 2, asOf: 0 });
  const { version } = inventory.view();
  inventory.publish(crawled(1, 2), 30_000);
  expect(inventory.view().version).not.toBe(version);
});

const broken = { code: 'upstream_error', status: 500 } as const;

/** A crawl that has come to the list's end, but for a page that failed, or one that has not. */
function lacking(coverage: 'gaps' | 'cut_short', total: number, ...numbers: number[]): CrawlResult {
  return { ...crawled(...numbers), total, complete: false, coverage, failure: broken };
}

test('row 73: a reading that lacks rows is incomplete and says how many, until one lacks none', () => {
  const inventory = createInventory(clock());
  inventory.publish({ ...crawled(1, 2), total: 3, dropped: 1 }, 30_000);
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    missing: { count: 1, reason: 'malformed_rows' },
    problem: null,
  });
  inventory.publish({ ...crawled(1, 2, 3), total: 5, complete: false }, 30_000);
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    read: 3,
    total: 5,
    missing: { count: 2, reason: 'moved_rows' },
  });
  inventory.publish(crawled(1, 2, 3), 30_000);
  expect(inventory.view()).toMatchObject({ state: 'complete', read: 3, total: 3, missing: null });
});

test('row 72: what a first crawl could read is shown, with the reason why the rest is missing', () => {
  const inventory = createInventory(clock());
  inventory.publish(lacking('cut_short', 3, 1, 2), 30_000);
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    missing: { count: 1, reason: 'page_failed' },
    problem: { failure: broken },
  });
  inventory.publish(lacking('cut_short', 4, 1, 2, 3), 30_000);
  expect(inventory.view(), 'the next may bring more').toMatchObject({ read: 3, total: 4 });
  const { index } = inventory.view();
  inventory.publish(lacking('cut_short', 4, 1), 30_000);
  expect(inventory.view().index, 'or less').toBe(index);
});

/** Read before: all of it, and all but a row that is malformed. */
const betters: CrawlResult[] = [crawled(1, 2, 3), { ...crawled(1, 2), total: 3, dropped: 1 }];

test.each(betters)(
  'row 25, row 72: the first crawl that could not read a page leaves a better snapshot as it is',
  (better) => {
    const inventory = createInventory(clock());
    inventory.publish(better, 30_000);
    const { index, state } = inventory.view();
    inventory.publish(lacking('gaps', 3, 1), 30_000);
    expect(inventory.view()).toMatchObject({ state, problem: { failure: broken } });
    expect(inventory.view().index).toBe(index);
  },
);

test.each(betters)('row 25: a crawl that an outage has ended does so however often', (better) => {
  const inventory = createInventory(clock());
  inventory.publish(better, 30_000);
  const { index } = inventory.view();
  for (let n = 0; n < 5; n += 1) inventory.publish(lacking('cut_short', 3, 1), 30_000);
  expect(inventory.view().index).toBe(index);
});

test('row 72: a page that fails for ever does not keep the others from being renewed', () => {
  const time = clock();
  const inventory = createInventory(time);
  inventory.publish(crawled(1, 2, 3), 30_000);
  const since = time.now();
  for (let n = 0; n < 20; n += 1) {
    inventory.publish({ ...lacking('gaps', 3, 1, 2), asOf: 1000 * (n + 1) }, 30_000);
    time.advance(30_000);
  }
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    asOf: 20_000,
    missing: { count: 1, reason: 'page_failed', kept: 1 },
    problem: { failure: broken, since },
  });
  expect(inventory.monitor(uuidOf(3)), 'as it was read before').toBeDefined();
  const { index } = inventory.view();
  inventory.publish(lacking('cut_short', 3, 1), 30_000);
  expect(inventory.view().index, 'an outage replaces nothing that has read more').toBe(index);
  inventory.publish(crawled(1, 2, 3), 30_000);
  expect(inventory.view()).toMatchObject({ state: 'complete', read: 3, missing: null, problem: null });
  const whole = inventory.view().index;
  inventory.publish(lacking('gaps', 3, 1, 2), 30_000);
  expect(inventory.view().index, 'not twice in a row').toBe(whole);
});

test('row 73: a crawl that cannot show that it missed nothing is never called complete', () => {
  const inventory = createInventory(clock());
  inventory.publish({ ...crawled(1, 2, 3), complete: false }, 30_000);
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    missing: { count: 1, reason: 'moved_rows' },
    problem: null,
  });
  // More rows than upstream says there are: monitors were deleted meanwhile.
  inventory.publish({ ...crawled(1, 2, 3), total: 2, complete: false, failure: broken }, 30_000);
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    missing: { count: 1, reason: 'moved_rows' },
    problem: { failure: broken },
  });
});

test('row 73: what is missing outlives a restart', () => {
  let kept: Snapshot | null = null;
  const before = createInventory(clock(), (snapshot) => {
    kept = snapshot;
  });
  before.publish({ ...crawled(1, 2), total: 3, dropped: 1 }, 30_000);
  if (kept === null) throw new Error('nothing was kept');
  const after = createInventory(clock());
  after.restore(kept);
  expect(after.view()).toMatchObject({ state: 'incomplete', read: 2, total: 3, missing: { count: 1 } });
});

test('a 404 of a monitor that is not in the list changes nothing', () => {
  const inventory = createInventory(clock());
  inventory.publish(crawled(1, 2), 30_000);
  const before = inventory.view();
  inventory.gone(uuidOf(3));
  expect(inventory.view()).toEqual(before);
  expect(inventory.view().index).toBe(before.index);
});

test('row 73: a monitor that can no longer be read is shown as it was, and still said to be missing', () => {
  const inventory = createInventory(clock());
  inventory.publish(crawled(1, 2, 3), 30_000);
  inventory.publish({ ...crawled(1, 2), total: 3, dropped: 1 }, 30_000);
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    missing: { count: 1, reason: 'malformed_rows', kept: 1 },
  });
  expect(inventory.monitor(uuidOf(3))).toBeDefined();
});

test('row 26: a 404 of a monitor that is only kept takes none from those that are said to be there', () => {
  const inventory = createInventory(clock());
  inventory.publish(crawled(1, 2, 3), 30_000);
  inventory.publish({ ...crawled(1, 2), total: 3, dropped: 1 }, 30_000);
  inventory.gone(uuidOf(3));
  expect(inventory.view()).toMatchObject({ read: 2, total: 3, missing: { count: 1, kept: 0 } });
  inventory.gone(uuidOf(2));
  expect(inventory.view()).toMatchObject({ read: 1, total: 2, missing: { count: 1, kept: 0 } });
});

/** So many that work which grows with their square does not end within the test's time, and other work does at once. */
const CROWD = 300_000;
const PATIENCE = { timeout: 10_000 };

test('row 83: a crowd that waits is looked at once each when something happens', PATIENCE, async () => {
  const inventory = createInventory({ ...clock(), after: () => () => {} });
  let looked = 0;
  const isReady = ({ index }: ReturnType<typeof inventory.view>) => {
    looked += 1;
    return index !== null;
  };
  const people = Array.from({ length: CROWD }, () => inventory.until(isReady, 4000));
  looked = 0;
  inventory.publish(crawled(1), 30_000);
  await Promise.all(people);
  expect(looked).toBe(CROWD);
});

test('row 83: a crowd runs out of patience together', PATIENCE, async () => {
  const timers: (() => void)[] = [];
  const after = (_: number, run: () => void) => {
    timers.push(run);
    return () => {};
  };
  const inventory = createInventory({ ...clock(), after });
  const people = Array.from({ length: CROWD }, () => inventory.until(() => false, 4000));
  for (const run of timers) run();
  await expect(Promise.all(people)).resolves.toHaveLength(CROWD);
});
