import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultInventoryQuery, type InventoryQuery } from '../../../contract/inventory-query.ts';
import { aMonitor, uuidOf } from '../snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import { buildIndex } from './inventory-index.ts';
import { snapshotOf } from './naive-inventory.fixtures.ts';
import { runQuery } from './query.ts';

const allMonitors = [
  aMonitor(1, {
    name: 'Cart',
    type: 'https',
    target: 'https://shop.example.com/cart',
    port: null,
    regions: ['fra1'],
  }),
  aMonitor(2, { name: 'Cart live', type: 'https', target: 'https://shop.example.com/cart/live', port: null }),
  aMonitor(3, {
    name: 'Orders',
    target: 'db.example.com',
    port: 5432,
    condition: 'down',
    regions: ['fra1'],
    flapping: true,
  }),
  aMonitor(4, { name: 'Orders replica', target: 'db2.example.com', port: 5432, condition: 'down' }),
  aMonitor(5, { name: 'Gateway', type: 'ping', target: '10.0.0.1', port: null, condition: 'pending' }),
  aMonitor(6, { name: 'Printer', type: 'ping', target: '10.0.0.12', port: null, maintenance_mode: true }),
  aMonitor(7, { name: 'Vault 10.0.0.1', target: '10.9.0.1', port: 8200, condition: 'overdue' }),
  aMonitor(8, { name: 'tcp relay', type: 'http', target: 'http://110.0.0.1:9000/', port: null }),
  aMonitor(9, { name: 'Sizes', type: 'https', target: 'https://größe.example/', port: null }),
  aMonitor(10, { name: 'Big', type: 'https', target: 'https://grosse.example/', port: null }),
  aMonitor(777, {
    name: 'Retired',
    target: 'old.example.com',
    port: 1,
    condition: 'inactive',
    is_active: false,
  }),
];

function run(q: string, changes: Partial<InventoryQuery> = {}, monitors: InventoryMonitor[] = allMonitors) {
  return runQuery(buildIndex(snapshotOf(monitors)), { ...defaultInventoryQuery, q, ...changes });
}
const found = (q: string) =>
  run(q)
    .rows.map(({ name }) => name)
    .sort();

test('a search of 100 characters may have many words', () => {
  const words = 'or rd de er rs re ep pl li ic ca db b2 .e ex xa am mp .c co om o r d e s p l i';
  expect(found(words)).toEqual(['Orders replica']);
});

test.each([
  ['https://shop.example.com/cart/#top', ['Cart']],
  ['http://shop.example.com:80/cart/live?x=1', ['Cart live']],
  ['shop.example.com/', ['Cart', 'Cart live']],
  ['https://shop.example.com/ca', ['Cart', 'Cart live']],
  ['db.example.com:5432', ['Orders']],
  ['tcp://db.example.com:5432', ['Orders']],
  ['me@db2.example.com', ['Orders replica']],
  ['ssh me@db2.example.com', ['Orders replica']],
  ['<https://shop.example.com/cart|the cart of the shop>', ['Cart']],
  ['(https://shop.example.com/cart).', ['Cart']],
  ['“https://shop.example.com/cart/live”,', ['Cart live']],
  ['curl -I https://shop.example.com/cart', ['Cart']],
  ['https://shop.example.com/cart db.example.com:5432', ['Cart', 'Orders']],
  ['10.0.0.1', ['Gateway', 'Vault 10.0.0.1']],
  ['10.0.0', ['Gateway', 'Printer', 'Vault 10.0.0.1', 'tcp relay']],
  ['10.0.0.0/28', ['Gateway', 'Printer']],
  ['10.0.0.0/8', ['Gateway', 'Printer', 'Vault 10.0.0.1']],
  ['110.0.0.1:9000', ['tcp relay']],
  ['down fra1', ['Orders']],
  ['down fra', ['Orders']],
  ['down fra tcp', ['Orders']],
  ['DOWN', ['Orders', 'Orders replica']],
  ['overdue', ['Vault 10.0.0.1']],
  ['never checked', ['Gateway']],
  ['pending', ['Gateway']],
  ['inactive', ['Retired']],
  ['paused', ['Retired']],
  ['flapping', ['Orders']],
  ['maintenance', ['Printer']],
  ['ping', ['Gateway', 'Printer']],
  ['tcp', ['Orders', 'Orders replica', 'Retired', 'Vault 10.0.0.1', 'tcp relay']],
  ['777', []],
  ['grosse.example', ['Big', 'Sizes']],
  ['https://größe.example', ['Sizes']],
  ['https://GRÖSSE.example/', ['Big', 'Sizes']],
  ['https://grosse.example', ['Big']],
  ['::ffff:10.0.0.1', ['Gateway']],
  ['https://me:p@ss@shop.example.com/cart', ['Cart']],
  ['me:p@ss@db.example.com:5432', ['Orders']],
  ['000000000777', ['Retired']],
  [uuidOf(777).toUpperCase(), ['Retired']],
  [uuidOf(777).replaceAll('-', '').toUpperCase(), ['Retired']],
  [uuidOf(778).replaceAll('-', ''), []],
  [`https://sightline.example/monitors/${uuidOf(777)}`, ['Retired']],
])('%s finds %j', (q, expected) => {
  expect(found(q)).toEqual(expected.toSorted());
});

const international = [
  aMonitor(1, { name: 'ASCII', type: 'https', target: 'https://xn--mnchen-3ya.de/', port: null }),
  aMonitor(2, { name: 'Unicode', type: 'https', target: 'https://München.de/', port: null }),
  aMonitor(3, { name: 'ASCII port', target: 'db.XN--MNCHEN-3YA.de', port: 5432 }),
  aMonitor(4, { name: 'Unicode port', target: 'db.münchen.de', port: 5432 }),
  aMonitor(5, { name: 'Other', type: 'https', target: 'https://munster.de/', port: null }),
];

test.each([
  ['münchen.de', ['ASCII', 'ASCII port', 'Unicode', 'Unicode port']],
  ['MÜNCHEN.DE', ['ASCII', 'ASCII port', 'Unicode', 'Unicode port']],
  ['xn--mnchen-3ya.de', ['ASCII', 'ASCII port', 'Unicode', 'Unicode port']],
  ['XN--MNCHEN-3YA', ['ASCII', 'ASCII port', 'Unicode', 'Unicode port']],
  ['ünche', ['ASCII', 'ASCII port', 'Unicode', 'Unicode port']],
  ['munchen', ['ASCII', 'ASCII port', 'Unicode', 'Unicode port']],
  ['db.xn--mnchen', ['ASCII port', 'Unicode port']],
  ['db.münchen.de', ['ASCII port', 'Unicode port']],
  ['db.münchen.de:5432', ['ASCII port', 'Unicode port']],
  ['https://münchen.de/', ['ASCII', 'Unicode']],
  ['https://xn--mnchen-3ya.de/', ['ASCII', 'Unicode']],
  ['https://münch', ['ASCII', 'Unicode']],
  ['https://xn--mnch', ['ASCII', 'Unicode']],
])('of international host names, in any spelling, %s finds %j', (q, expected) => {
  expect(
    run(q, {}, international)
      .rows.map(({ name }) => name)
      .sort(),
  ).toEqual(expected);
});

test('an international host name finds its monitor in either spelling, whichever the target has', () => {
  const label = fc.string({ unit: fc.constantFrom(...'abz09üßéñłσжйéが監한'), minLength: 1, maxLength: 8 });
  const host = fc
    .tuple(label, label)
    .map((labels) => labels.join('.'))
    .filter((name) => URL.canParse(`https://${name}/`));
  fc.assert(
    fc.property(host, fc.constantFrom('https://', 'tcp://', ''), (name, scheme) => {
      const ascii = new URL(`https://${name}/`).hostname;
      for (const written of [name, ascii]) {
        const monitors = [aMonitor(1, { name: 'found', target: `${scheme}${written}`, port: null })];
        for (const q of [name, name.normalize('NFD'), ascii, ascii.toUpperCase(), ...ascii.split('.')])
          expect(run(q, {}, monitors).total, q).toBe(1);
      }
    }),
  );
});

test.each([
  ['description:on-call', ['Described']],
  ['description:"2 since"', ['Described']],
  ['description:fra1', []],
  ['-description:on-call', ['Without']],
  ['on-call', ['Described', 'on-call']],
])('with known and unknown descriptions, %s finds %j', (q, expected) => {
  const monitors = [
    aMonitor(1, {
      name: 'Described',
      regions: ['fra1'],
      description: 'Page the On-Call of node 2\nsince 2019',
    }),
    aMonitor(2, { name: 'Without', description: null }),
    aMonitor(3, { name: 'on-call', description: undefined }),
  ];
  expect(
    run(q, {}, monitors)
      .rows.map(({ name }) => name)
      .toSorted(),
  ).toEqual(expected);
});

test('relevance: name first, then target, then region, type and condition, UUID last', () => {
  const monitors = [
    aMonitor(1, { name: 'a', target: 'deadbeef.example', condition: 'down' }),
    aMonitor(2, { name: 'b', regions: ['deadbeef'] }),
    aMonitor(3, { name: 'c', monitor_uuid: 'deadbeef-0000-4000-8000-000000000003', condition: 'down' }),
    aMonitor(4, { name: 'The deadbeef', condition: 'inactive' }),
  ];
  const names = (order: 'asc' | 'desc') =>
    run('DeadBeef', { sort: 'relevance', order }, monitors).rows.map(({ name }) => name);
  expect(names('asc')).toEqual(['The deadbeef', 'a', 'b', 'c']);
  expect(names('desc')).toEqual(['c', 'b', 'a', 'The deadbeef']);
});
