import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { changeKinds } from '../../contract/conditions.ts';
import { parseChangesSearch, type SearchAtom } from '../../contract/search/parse-search.ts';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { onBothEngines } from '../storage/engines.fixtures.ts';
import type { ObservedChange } from './compare-crawl.ts';
import type { ChangeQuery, StoredChange } from './query-changes.ts';
import { change, DAY, MINUTE, NOON, openStore, type TestStore } from './test-store.fixtures.ts';

const regionsOf = (n: number) => [['eu-west'], ['us-east'], ['eu-west', 'us-east']][n % 3] ?? [];
const typeOf = (n: number) => ['https', 'tcp', 'ping'][n % 3] ?? '';

const arbitraryChanges = fc
  .array(fc.tuple(fc.constantFrom(...changeKinds), fc.nat(9), fc.nat(5)), { maxLength: 60 })
  .map((all) => {
    let minutes = 0;
    return all.map(([kind, n, passed]) => {
      minutes += passed;
      return change(kind, minutes, n, { name: `Monitor ${n}`, type: typeOf(n), regions: regionsOf(n) });
    });
  });
const some = <T>(values: readonly T[]) =>
  fc.subarray([...values], { minLength: 1, maxLength: 3 }).map((all) => new Set(all));
const filters: fc.Arbitrary<Required<Omit<ChangeQuery, 'limit' | 'before'>>> = fc.record({
  since: fc.nat(100).map((minutes) => NOON + minutes * MINUTE),
  until: fc.nat(200).map((minutes) => NOON + minutes * MINUTE),
  kinds: some(changeKinds),
  types: some(['https', 'tcp', 'ping', 'none']),
  regions: some(['eu-west', 'us-east', 'none']),
  search: fc
    .subarray(
      [
        'monitor',
        '3',
        'example.com',
        'none',
        '5432',
        '-3',
        '-type:tcp',
        'region:eu-west OR type:ping',
        'name:r',
        'target:b.',
        '"monitor 3"',
      ],
      { minLength: 1, maxLength: 2 },
    )
    .map((words) => searchOf(words.join(' '))),
  uuid: fc.nat(10).map(uuidOf),
});
/** Few filters at a time, so that most queries have several pages. */
const arbitraryQuery: fc.Arbitrary<ChangeQuery> = fc
  .tuple(filters, fc.integer({ min: 1, max: 7 }), fc.array(fc.nat(6), { maxLength: 2 }))
  .map(([all, limit, chosen]) => ({
    ...Object.fromEntries(Object.entries(all).filter((_, place) => chosen.includes(place))),
    limit,
  }));

const searchOf = (q: string) => parseChangesSearch(q).all ?? [];

/** @param text the text in which words are searched */
function isFound(atom: SearchAtom, monitor: ObservedChange['monitor'], text: string): boolean {
  if (atom.field === null) return text.includes(atom.text.toLowerCase());
  const value = atom.comparison === null ? atom.value : '';
  if (atom.field === 'name') return monitor.name.toLowerCase().includes(value);
  if (atom.field === 'target') return `${monitor.target}:${monitor.port}`.includes(value);
  return atom.field === 'type' ? monitor.type === value : monitor.regions.includes(value);
}

function matches(query: ChangeQuery, { kind, to, monitor }: ObservedChange): boolean {
  const { name, target, port, regions, monitor_uuid } = monitor;
  const text = [name, `${target}:${port}`, ...regions, monitor_uuid].join(' ').toLowerCase();
  return (
    to >= (query.since ?? 0) &&
    to < (query.until ?? Number.POSITIVE_INFINITY) &&
    (query.kinds?.has(kind) ?? true) &&
    (query.types?.has(monitor.type) ?? true) &&
    (query.regions === undefined || regions.some((region) => query.regions?.has(region))) &&
    (query.search ?? []).every((any) =>
      any.some((atom) => isFound(atom, monitor, text) !== atom.isNegated),
    ) &&
    (query.uuid === undefined || monitor_uuid === query.uuid)
  );
}

async function readAll(store: Pick<TestStore, 'changes'>, query: ChangeQuery): Promise<StoredChange[]> {
  const all: StoredChange[] = [];
  for (let before: number | null | undefined = query.before; before !== null; ) {
    const page = await store.changes({ ...query, ...(before === undefined ? {} : { before }) });
    expect(page.changes.length).toBeLessThanOrEqual(query.limit);
    all.push(...page.changes);
    before = page.next;
  }
  return all;
}

onBothEngines((open) => {
  let store: Awaited<ReturnType<typeof openStore>>;
  beforeEach(async () => {
    store = await openStore(await open());
  });
  test('any query finds the changes that match, the newest first, each on one page', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryChanges, arbitraryQuery, async (changes, query) => {
        await store.prune(NOON + DAY);
        await store.add(changes);
        const found = await readAll(store, query);
        const expected = changes.filter((one) => matches(query, one)).reverse();
        expect(found.map(({ kind, to, monitor }) => [kind, to, monitor.monitor_uuid])).toEqual(
          expected.map(({ kind, to, monitor }) => [kind, to, monitor.monitor_uuid]),
        );
      }),
    );
  });

  test('many changes of many monitors are found by any filter, also after the older half is deleted', async () => {
    const all = Array.from({ length: 9_000 }, (_, n) => {
      const monitor = (n * 7) % 2_400;
      const kind = n % 1_500 === 700 ? 'added' : (['down', 'recovered', 'edited'] as const)[n % 3];
      const more = { name: `Monitor ${monitor}`, type: typeOf(monitor), regions: regionsOf(monitor) };
      return change(kind ?? 'down', Math.floor(n / 2), monitor, more);
    });
    for (let n = 0; n < all.length; n += 3000) await store.add(all.slice(n, n + 3000));
    const at = (minutes: number) => NOON + minutes * MINUTE;
    const queries: Omit<ChangeQuery, 'limit'>[] = [
      {},
      { kinds: new Set(['added']) },
      { kinds: new Set(['removed']) },
      { kinds: new Set(['edited']), types: new Set(['https', 'tcp']) },
      { regions: new Set(['eu-west']), kinds: new Set(['added']) },
      { regions: new Set(['nowhere']) },
      { search: searchOf('monitor 39') },
      { uuid: uuidOf(35) },
      { uuid: uuidOf(35), search: searchOf('none') },
      { since: at(2_500), until: at(2_600) },
      { until: at(64), search: searchOf('monitor') },
      { since: at(4_400), uuid: uuidOf(35) },
    ];
    const expectAll = async (remembered: readonly ObservedChange[]) => {
      for (const query of queries) {
        const found = await readAll(store, { ...query, limit: 150 });
        const expected = remembered.filter((one) => matches({ ...query, limit: 1 }, one)).reverse();
        expect(found.map(({ kind, to, monitor }) => [kind, to, monitor.monitor_uuid])).toEqual(
          expected.map(({ kind, to, monitor }) => [kind, to, monitor.monitor_uuid]),
        );
      }
    };
    await expectAll(all);
    await store.prune(at(2_250));
    await expectAll(all.filter(({ to }) => to >= at(2_250)));
  });

  test('a change is read as it was stored, with the monitor as it was then', async () => {
    const edits = { name: { before: 'Old', after: 'New' } };
    await store.add([change('down', 0, 1, { name: 'Old' })]);
    await store.add([{ ...change('edited', 5, 1, { name: 'New' }), edits }]);
    const { changes } = await store.changes({ limit: 10 });
    expect(changes).toMatchObject([
      {
        kind: 'edited',
        from: NOON + 5 * MINUTE - 20_000,
        to: NOON + 5 * MINUTE,
        monitor: { name: 'New' },
        edits,
      },
      { kind: 'down', monitor: { name: 'Old', port: 5432, regions: ['eu-west'] }, edits: null },
    ]);
  });

  test('words are found without accents, and in the UUID', async () => {
    const named = (n: number, name: string) =>
      change('down', n, n, { name, target: 'a.example', port: null });
    await store.add([named(1, 'São Paulo'), named(2, 'Größe')]);
    const found = async (...words: string[]) =>
      (await store.changes({ search: searchOf(words.join(' ')), limit: 9 })).changes.map(
        ({ monitor }) => monitor.name,
      );
    expect(await found('sao')).toEqual(['São Paulo']);
    expect(await found('grosse', 'a.example')).toEqual(['Größe']);
    expect(await found(uuidOf(1).slice(-8), 'paulo')).toEqual(['São Paulo']);
    expect(await found(uuidOf(1).slice(-8), 'grosse')).toEqual([]);
  });

  test('an international host name is found in either spelling, whichever the target has', async () => {
    const targets = ['https://XN--MNCHEN-3YA.de/', 'München.de', 'https://munster.de/'];
    const changes = targets.map((target, n) => change('down', n, n, { target }));
    await store.add(changes);
    for (const word of ['munchen.de', 'xn--mnchen-3ya.de', 'unche', 'xn--mnch']) {
      const found = (await store.changes({ search: searchOf(word), limit: 9 })).changes;
      expect(found.map(({ monitor }) => monitor.target).reverse(), word).toEqual(targets.slice(0, 2));
    }
  });

  test('1,500 changes that end at one time are found without those that end later', async () => {
    await store.add(Array.from({ length: 1500 }, (_, n) => change('down', 0, n)));
    await store.add([1, 2, 3].map((n) => change('recovered', 1, n)));
    const found = await readAll(store, { since: NOON + 1, limit: 200 });
    expect(found.map(({ kind }) => kind)).toEqual(['recovered', 'recovered', 'recovered']);
    expect(await readAll(store, { until: NOON + 1, limit: 200 })).toHaveLength(1500);
    expect(await readAll(store, { since: NOON, limit: 200 })).toHaveLength(1503);
  });
});
