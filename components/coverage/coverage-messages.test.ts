import { expect, test } from 'vitest';
import type { Coverage, CoveredAddress, Skipped } from '@/lib/contract/coverage';
import { answerLabel, emptyMessage } from '@/lib/text/coverage-label';
import {
  comparedMessage,
  listedBelow,
  listOf,
  markdownOf,
  markdownOfMonitors,
  searchFor,
  skippedMessage,
  sorted,
} from './coverage-messages';

const row = (
  address: string,
  answer: CoveredAddress['answer'],
  why: CoveredAddress['why'] = null,
): CoveredAddress => ({
  address,
  line: 1,
  name: null,
  answer,
  why,
  as: null,
  near: null,
  monitor_count: 1,
  monitors: [
    {
      monitor_uuid: 'a',
      name: 'Shop | [EU]\n*',
      type: 'https',
      target: 'https://a',
      port: null,
      condition: 'up',
      maintenance_mode: false,
    },
  ],
});
const rows = [
  row('b.example', 'monitored'),
  row('c.example', 'not_monitored'),
  row('a.example', 'not_working', 'inactive'),
];
const names = (shown: readonly CoveredAddress[]) => shown.map(({ address }) => address);

test('addresses are filtered by answer and sorted, the worst first', () => {
  expect(names(sorted(rows, null, 'urgency'))).toEqual(['c.example', 'a.example', 'b.example']);
  expect(names(sorted(rows, null, 'address'))).toEqual(['a.example', 'b.example', 'c.example']);
  expect(names(sorted(rows, null, 'list'))).toEqual(['b.example', 'c.example', 'a.example']);
  expect(names(sorted(rows, 'monitored', 'urgency'))).toEqual(['b.example']);
  expect(names(sorted(rows, null, 'urgency', ' C.exam'))).toEqual(['c.example']);
  expect(sorted(rows, 'monitored', 'urgency', 'c.example')).toEqual([]);
  expect(sorted(rows, null, 'urgency', 'shop')).toHaveLength(3);
});

test('Markdown has a line for each address, and no name breaks its cells', () => {
  expect(markdownOf(rows.slice(2))).toBe(
    [
      '| Address | Answer | Monitors |',
      '| --- | --- | --- |',
      '| a.example | Not being checked: inactive | Shop \\| \\[EU\\] \\* |',
    ].join('\n'),
  );
  const machine = { ...row('10.0.0.5', 'monitored'), name: 'web1' };
  expect(markdownOf([machine])).toContain('| 10.0.0.5 (web1) | Monitored |');
  expect(markdownOfMonitors(machine.monitors)).toContain('| Shop \\| \\[EU\\] \\* | https://a | Up |');
  const many = Array.from({ length: 502 }, (_, n) => row(`host-${n}.example`, 'monitored'));
  expect(markdownOf(many).split('\n').slice(-2)).toEqual(['', 'And 2 more.']);
});

test('a list for correction has the addresses, and as comments the entries that were not understood', () => {
  const skipped: Skipped = [
    { reason: 'not_understood', count: 1, examples: [{ line: 4, text: '???' }] },
    { reason: 'local', count: 1, examples: [{ line: 5, text: 'localhost' }] },
  ];
  expect(listOf(rows, skipped)).toBe('b.example\nc.example\na.example\n# Not understood, line 4: ???');
});

test('the headline says how many were compared, and why others were not', () => {
  expect(comparedMessage(1)).toBe('1 address compared');
  expect(comparedMessage(1200)).toBe('1,200 addresses compared');
  expect(skippedMessage([])).toBeNull();
  expect(
    skippedMessage([
      { reason: 'not_understood', count: 3, examples: [] },
      { reason: 'duplicate', count: 1, examples: [] },
    ]),
  ).toBe('4 not compared: not understood 3, more than once 1');
});

test('an empty result says what the list is instead', () => {
  const empty = (format: Coverage['meta']['format']) => emptyMessage({ format, skipped: [] });
  expect(empty('web_page')).toContain('This is a web page.');
  expect(empty('error_message')).toContain('a tool that failed');
  expect(empty('nmap_xml')).toContain('-oG instead of -oX');
  expect(empty('binary')).toContain('This file is no text.');
  expect(empty('list')).toContain('Nothing in the list looks like a host');
});

test.each([
  ['https://shop.example.com:8443/x', 'monitored', null, 'target:shop.example.com'],
  ['*.example.com', 'monitored_otherwise', 'wildcard', 'target:.example.com'],
  ['10.0.0.0/8', 'monitored_otherwise', 'network', 'target:10.0.0.0/8'],
  ['2001:db8::1', 'monitored', null, 'target:2001:db8::1'],
] as const)('the monitors of %s are found by a search', (address, answer, why, search) => {
  expect(searchFor(row(address, answer, why))).toBe(search);
});

test('a wildcard or a network says that it takes monitors from those that are not on the list', () => {
  expect(listedBelow(rows)).toBeNull();
  expect(listedBelow([row('*.example.com', 'monitored_otherwise', 'wildcard')])).toBe(
    'All monitors below *.example.com count as on the list.',
  );
});

test('each answer has a text, and a monitored host that is down says so', () => {
  const shown = (answer: CoveredAddress['answer'], why: CoveredAddress['why'] = null) =>
    answerLabel(row('a.example', answer, why));
  expect(shown('monitored_otherwise', 'port')).toBe('Only another port');
  expect(shown('not_working', 'inactive')).toBe('Not being checked: inactive');
  expect(shown('not_working', 'port')).toBe('Only another port, and not being checked');
  expect(shown('monitored')).toBe('Monitored');
  const other = { ...row('a.example', 'monitored'), as: '10.0.0.5' };
  expect(answerLabel(other)).toBe('Monitored as 10.0.0.5');
  expect(answerLabel({ ...other, answer: 'not_working', why: 'port' })).toBe(
    'Only another port (as 10.0.0.5), and not being checked',
  );
  const isDown = row('a.example', 'monitored');
  for (const monitor of isDown.monitors) monitor.condition = 'down';
  expect(answerLabel(isDown)).toBe('Monitored, down now');
  expect(answerLabel({ ...isDown, monitor_count: 2 })).toBe('Monitored, partly down');
  const paused = row('a.example', 'monitored');
  for (const monitor of paused.monitors) monitor.maintenance_mode = true;
  expect(answerLabel(paused)).toBe('Monitored, in maintenance');
  expect(
    sorted([...rows, isDown], null, 'urgency')
      .map(answerLabel)
      .slice(-2),
  ).toEqual(['Monitored, down now', 'Monitored']);
});
