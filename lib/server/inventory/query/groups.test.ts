import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditions } from '../../../contract/conditions.ts';
import { defaultInventoryQuery } from '../../../contract/inventory-query.ts';
import { groupings, type NamePart, nameParts } from '../../../contract/list-layout.ts';
import { aMonitor, monitorsWithSettings } from '../snapshot/arbitrary-monitors.fixtures.ts';
import { arbitraryQuery } from './arbitrary-queries.fixtures.ts';
import { createGrouper, groupRows } from './groups.ts';
import { buildIndex } from './inventory-index.ts';
import { snapshotOf } from './naive-inventory.fixtures.ts';
import { allMatches, runQuery } from './query.ts';

const grouped = fc.record({
  group: fc.constantFrom(...groupings),
  name_separator: fc.constantFrom(' ', '-', 'e'),
  name_part: fc.constantFrom(...nameParts),
});

/** The keys of a monitor that occurs twice, so that it is not the only one of its group. */
function keysOf(monitor: Parameters<typeof aMonitor>[1], by: 'region' | 'type' | 'host' | 'domain') {
  const index = buildIndex(snapshotOf([aMonitor(1, monitor), aMonitor(2, monitor)]));
  return index.rows.slice(0, 1).flatMap(createGrouper(index, { by }));
}

/** The groups of these names, by a part: label and size. */
function groupsOfNames(names: readonly string[], separator: string, part: NamePart) {
  const index = buildIndex(snapshotOf(names.map((name, n) => aMonitor(n, { name }))));
  const groups = groupRows(index, index.rows, { by: 'name', separator, part });
  return groups.map(({ key, rows }) => [key, rows.length]);
}

const shops = [
  'Partner API · prod · fra1',
  'Partner API · staging · fra1',
  'Shop · prod · ams',
  'Shop · staging',
  'Mail (see runbook 17)',
];

test.each([
  [
    'first',
    [
      ['Partner API', 2],
      ['Shop', 2],
      ['', 1],
    ],
  ],
  [
    'second',
    [
      ['prod', 2],
      ['staging', 2],
      ['', 1],
    ],
  ],
  [
    'third',
    [
      ['fra1', 2],
      ['', 3],
    ],
  ],
  ['fourth', [['', 5]]],
  [
    'last',
    [
      ['fra1', 2],
      ['', 3],
    ],
  ],
] as const)('names are grouped by their %s part; the rest are the others', (part, expected) => {
  expect(groupsOfNames(shops, '·', part)).toEqual(expected);
  expect(groupsOfNames(shops, ' · ', part)).toEqual(expected);
});

test('a part may have any place, also between hyphens', () => {
  const names = ['shop-prod-web', 'mail-prod-mx', 'shop-test-web', 'mail-test-mx'];
  expect(groupsOfNames(names, '-', 'second')).toEqual([
    ['prod', 2],
    ['test', 2],
  ]);
});

test('groups keep their monitors when a filter leaves only one of them', () => {
  const index = buildIndex(snapshotOf(shops.map((name, n) => aMonitor(n, { name }))));
  const grouping = { group: 'name', name_separator: '·', name_part: 'second' } as const;
  const query = { ...defaultInventoryQuery, ...grouping, q: 'shop prod' };
  expect(runQuery(index, query).grouped?.groups.map(({ key }) => key)).toEqual(['prod']);
});

test('the preview of a grouping has the groups that the list then has', () => {
  fc.assert(
    fc.property(
      monitorsWithSettings,
      arbitraryQuery,
      fc.constantFrom(' ', '-', 'e'),
      (monitors, query, separator) => {
        const index = buildIndex(snapshotOf(monitors));
        const ungrouped = { ...query, page: 1, per_page: 100 };
        for (const preview of runQuery(index, { ...ungrouped, groupings: separator }).groupings ?? []) {
          const { group, name_part } = preview;
          const by = name_part === null ? { group } : { group, name_part, name_separator: separator };
          const { total, grouped } = runQuery(index, { ...ungrouped, ...by });
          const sizes = new Map(grouped?.groups.map(({ key, rows }) => [key, rows.length]));
          expect(preview).toMatchObject({ groups: total, other: sizes.get('') ?? 0 });
          sizes.delete('');
          const biggest = [...sizes.values()].sort((a, b) => b - a).slice(0, preview.biggest.length);
          expect(preview.biggest.map((one) => one.total)).toEqual(biggest);
        }
      },
    ),
  );
});

test('a part that no two names share is not offered; by default names are divided where most are', () => {
  const offered = (names: string[], separator = '') => {
    const index = buildIndex(snapshotOf(names.map((name, n) => aMonitor(n, { name }))));
    const { groupings: previews = [] } = runQuery(index, { ...defaultInventoryQuery, groupings: separator });
    return previews.flatMap(({ name_part, name_separator }) =>
      name_part ? [name_separator, name_part] : [],
    );
  };
  expect(offered(['a-prod-1', 'b-prod-2'], '-')).toEqual(['-', 'second']);
  expect(offered(['a-prod-1', 'b-prod-2', 'c.d'])).toEqual(['-', 'second']);
  expect(offered(['Mail API, prod', 'Web shop, prod']), 'a comma, not the space in both').toEqual([
    ',',
    'second',
  ]);
  expect(offered(['api one', 'api two', 'shop-1'])).toEqual([' ', 'first']);
  const lastOfSome = ['a-b-prod', 'c-prod', 'd-prod'];
  expect(offered(lastOfSome, '-')).toEqual(['-', 'second', '-', 'last']);
  expect(offered(lastOfSome.slice(1), '-'), 'the same groups are offered once').toEqual(['-', 'second']);
  expect(offered(['apione', 'shop'])).toEqual([]);
});

test('the pages of groups contain every match, in each of its groups and in no other', () => {
  fc.assert(
    fc.property(monitorsWithSettings, arbitraryQuery, grouped, (monitors, query, grouping) => {
      const index = buildIndex(snapshotOf(monitors));
      const matches = allMatches(index, query);
      const groups = [];
      for (let page = 1; ; page += 1) {
        const result = runQuery(index, { ...query, ...grouping, page });
        expect(result.rows).toEqual([]);
        expect(result.grouped?.monitors).toBe(matches.length);
        expect(result.grouped?.groups.length).toBeLessThanOrEqual(query.per_page);
        groups.push(...(result.grouped?.groups ?? []));
        if (page * query.per_page >= result.total) break;
      }
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      for (const { rows } of groups) {
        expect(rows.length, 'no group of nothing').toBeGreaterThan(0);
        // In the order of the list.
        const places = rows.map(({ monitor }) => matches.indexOf(monitor));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }
      const first = groups.flatMap(({ rows: [row] }) => (row ? matches.indexOf(row.monitor) : []));
      expect(first, 'in the order of their first monitors').toEqual(first.toSorted((a, b) => a - b));
      for (const match of matches) {
        const own = groups.filter(({ rows }) => rows.some(({ monitor }) => monitor === match));
        const isInRegions = grouping.group === 'region' && match.regions.length > 0;
        expect(own).toHaveLength(isInRegions ? new Set(match.regions).size : 1);
      }
    }),
  );
});

test('a list of one group contains its monitors, in the same order, and no others', () => {
  fc.assert(
    fc.property(monitorsWithSettings, arbitraryQuery, grouped, (monitors, query, grouping) => {
      const index = buildIndex(snapshotOf(monitors));
      const all = { ...query, ...grouping, page: 1, per_page: 100 };
      for (const { key, rows } of runQuery(index, all).grouped?.groups ?? []) {
        const expected = rows.map(({ monitor }) => monitor);
        expect(runQuery(index, { ...all, in_group: key }).rows).toEqual(expected);
        expect(allMatches(index, { ...all, in_group: key })).toEqual(expected);
      }
      expect(runQuery(index, { ...all, in_group: 'no such group' }).total).toBe(0);
    }),
  );
});

test('with the default sort, groups with trouble come first', () => {
  fc.assert(
    fc.property(monitorsWithSettings, (monitors) => {
      const index = buildIndex(snapshotOf(monitors));
      const rows = index.ordering('attention', 'asc');
      const worst = groupRows(index, rows, { by: 'type' }).map((group) =>
        Math.min(...group.rows.map(({ monitor }) => conditions.indexOf(monitor.condition))),
      );
      expect(worst).toEqual(worst.toSorted((a, b) => a - b));
    }),
  );
});

test.each([
  { target: 'https://api.shop.example/health', host: 'api.shop.example', domain: 'shop.example' },
  { target: 'https://API.Shop.Example.:8443/', host: 'api.shop.example', domain: 'shop.example' },
  { target: 'https://a.b.example.co.uk', host: 'a.b.example.co.uk', domain: 'example.co.uk' },
  { target: 'https://team.github.io', host: 'team.github.io', domain: 'team.github.io' },
  { target: 'https://bücher.example', host: 'xn--bcher-kva.example', domain: 'xn--bcher-kva.example' },
  { target: '192.0.2.7', host: '192.0.2.7', domain: '' },
  { target: '[2001:db8::1]:53', host: '2001:db8::1', domain: '' },
  { target: 'db01', host: 'db01', domain: '' },
  { target: 'the printer', host: '', domain: '' },
  { target: '', host: '', domain: '' },
])('$target is in the group of its host and of its domain', ({ target, host, domain }) => {
  expect(keysOf({ target }, 'host')).toEqual([host]);
  expect(keysOf({ target }, 'domain')).toEqual([domain]);
});

test('a monitor is in the group of each of its regions once', () => {
  expect(keysOf({ regions: ['fra1', 'sin', 'fra1'] }, 'region')).toEqual(['fra1', 'sin']);
  expect(keysOf({ regions: [] }, 'region')).toEqual(['']);
});
