import { expect, test } from 'vitest';
import { changeOf } from '@/components/changes/changes.fixtures';
import type { Change } from '@/lib/contract/changes';
import { parseChoice } from './notification-choice';
import { type NotifierState, newOutages, notificationMessage, parseState } from './notifier';

const start = Date.parse('2026-11-21T14:00:00.000Z');
const iso = (second: number) => new Date(start + second * 1000).toISOString();
const down = (second: number) => changeOf(String(second), 'down', iso(second));

const MAX = 3;

/**
 * The notifications of a browser whose tabs receive responses one after the other: the seconds of the changes, with "+" where
 * there may be more.
 */
function told(responses: [second: number, changes: Change[]][], known: NotifierState | null = null) {
  const shown: string[] = [];
  let state = known;
  for (const [second, changes] of responses) {
    const next = newOutages(changes, MAX, state, start + second * 1000);
    state = next.state;
    if (next.batch === null) continue;
    shown.push(next.batch.changes.map(({ id }) => id).join() + (next.batch.isCutOff ? '+' : ''));
  }
  return shown;
}

const known = { lookedAt: start, shownAt: start - 20_000, upTo: '' };
const maintenance = (second: number) => changeOf(String(second), 'maintenance_on', iso(second));

test.each<[rule: string, shown: string[], ...Parameters<typeof told>]>([
  ['changes before the first response cause none', [], [[0, [down(0), down(-60)]]]],
  [
    'no change causes two',
    ['30'],
    [
      [0, []],
      [60, [down(30)]],
      [180, [down(30)]],
    ],
  ],
  [
    'there is at most one a minute, and it has all changes',
    ['5', '25,15'],
    [
      [0, []],
      [10, [down(5)]],
      [20, [down(15), down(5)]],
      [69, [down(25), down(15), down(5)]],
      [70, [down(25), down(15), down(5)]],
    ],
  ],
  [
    'the pause also follows one of another tab',
    ['5'],
    [
      [10, [down(5)]],
      [40, [down(5)]],
    ],
    known,
  ],
  [
    'a stored time in the future delays nothing',
    ['5'],
    [[10, [down(5)]]],
    { ...known, shownAt: start + 3_600_000 },
  ],
  [
    'the old change of a monitor that joins causes none',
    ['20'],
    [
      [0, []],
      [30, [down(20), down(-700)]],
    ],
  ],
  [
    'only outages and recoveries are told, and that there may be more when the whole response is new',
    ['5', '75,74,73+', '144+'],
    [
      [0, [down(-10), down(-20), down(-30)]],
      [10, [down(5), down(-10), down(-20)]],
      [80, [down(75), down(74), down(73)]],
      [150, [maintenance(145), down(144), maintenance(143)]],
      [220, [maintenance(215), maintenance(145), down(144)]],
    ],
  ],
  [
    'after the history was lost, or the clock of the server was set back',
    ['90', '5'],
    [
      [0, []],
      [95, [down(90)]],
      [100, []],
      [160, [down(5)]],
    ],
  ],
])('%s', (_rule, shown, responses, state) => expect(told(responses, state)).toEqual(shown));

test('a page that is opened much later starts anew; an open page continues', () => {
  const state = { lookedAt: start, shownAt: 0, upTo: iso(5) };
  const text = JSON.stringify(state);
  expect(parseState(text, start + 599_000)).toEqual(state);
  expect(parseState(text, start + 600_000)).toBeNull();
  for (const invalid of [null, '', '{', '{"lookedAt":1}']) expect(parseState(invalid, start)).toBeNull();
});

test('a message about one monitor has its name, which does not change the writing direction', () => {
  const target = 'https://shop.example.org/';
  const change = (name: string) => changeOf('1', 'down', iso(0), { monitor: { name, target } });
  const message = (isCutOff: boolean, ...changes: Change[]) => notificationMessage({ changes, isCutOff });
  expect(message(false, change('Shop'))).toEqual({
    title: 'Shop went down',
    body: target,
    icon: '/icon-down.svg',
  });
  expect(message(false, change('a\u202Eb')).title).toBe('\u2068a\u202Eb\u2069 went down');
  expect(message(true, change('Shop')).title).toBe('At least 1 went down');
});

test('the title counts several monitors, and the text names the first', () => {
  const changes = [changeOf('a', 'down', iso(3)), changeOf('b', 'recovered', iso(2))];
  expect(notificationMessage({ changes, isCutOff: false })).toEqual({
    title: '1 went down, 1 recovered',
    body: 'Monitor a went down\nMonitor b recovered',
    icon: '/icon-down.svg',
  });
  const many = Array.from({ length: 9 }, (_, n) => changeOf(String(n), 'recovered', iso(n)));
  expect(notificationMessage({ changes: many, isCutOff: true })).toEqual({
    title: 'At least 9 recovered',
    body: 'Monitor 0 recovered\nMonitor 1 recovered\nMonitor 2 recovered\nand 6 more',
    icon: '/icon.svg',
  });
});

test('a stored choice is read again; everything else is none', () => {
  const choice = { name: 'Payments', search: 'q=pay' };
  expect(parseChoice(JSON.stringify(choice))).toEqual(choice);
  for (const text of [null, '{', '{"search":1,"name":"a"}', '{"name":null}']) {
    expect(parseChoice(text)).toBeNull();
  }
});
