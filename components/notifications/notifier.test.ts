import { expect, test } from 'vitest';
import { changeOf } from '@/components/changes/changes.fixtures';
import type { Change } from '@/lib/contract/changes';
import { type NotifierState, newOutages, parseState } from './notifier';

const start = Date.parse('2026-11-21T14:00:00.000Z');
const iso = (second: number) => new Date(start + second * 1000).toISOString();
const down = (second: number) => changeOf(String(second), 'down', iso(second));

const MAX = 3;

/** A browser whose tabs receive responses one after the other. Without `known`, nothing is stored. */
function setUp(known: NotifierState | null = null) {
  const shown: string[][] = [];
  const cutOff: boolean[] = [];
  const browser = {
    shown,
    cutOff,
    state: known,
    /** Receives a response after some seconds. */
    receive(second: number, changes: Change[]) {
      const { state, batch } = newOutages(changes, MAX, browser.state, start + second * 1000);
      browser.state = state;
      if (batch === null) return;
      shown.push(batch.changes.map(({ id }) => id));
      cutOff.push(batch.isCutOff);
    },
  };
  return browser;
}

test('changes before the first response cause no notification, and no change causes two', () => {
  const browser = setUp();
  browser.receive(0, [down(0), down(-60)]);
  expect(browser.shown).toEqual([]);
  browser.receive(60, [down(30), down(0)]);
  browser.receive(180, [down(30), down(0)]);
  expect(browser.shown).toEqual([['30']]);
});

test('there is at most one notification a minute, and it has all changes', () => {
  const browser = setUp();
  browser.receive(0, []);
  browser.receive(10, [down(5)]);
  browser.receive(20, [down(15), down(5)]);
  browser.receive(69, [down(25), down(15), down(5)]);
  expect(browser.shown).toEqual([['5']]);
  browser.receive(70, [down(25), down(15), down(5)]);
  expect(browser.shown).toEqual([['5'], ['25', '15']]);
});

test('the pause also follows a notification of another tab; a stored time in the future delays nothing', () => {
  const known = { lookedAt: start, shownAt: start - 20_000, newest: null };
  const browser = setUp(known);
  browser.receive(10, [down(5)]);
  expect(browser.shown).toEqual([]);
  browser.receive(40, [down(5)]);
  expect(browser.shown).toEqual([['5']]);
  const ahead = setUp({ ...known, shownAt: start + 3_600_000 });
  ahead.receive(10, [down(5)]);
  expect(ahead.shown).toEqual([['5']]);
});

test('a change causes one notification, also when it was found late; a monitor that joins causes none', () => {
  const browser = setUp();
  browser.receive(30, [down(20)]);
  const late = { ...down(5), id: '21' };
  browser.receive(60, [late, down(20)]);
  browser.receive(200, [late, down(20)]);
  expect(browser.shown).toEqual([['21']]);
  browser.receive(300, [down(20), down(10)]);
  browser.receive(400, []);
  browser.receive(500, [late, down(20), down(10)]);
  expect(browser.shown).toEqual([['21']]);
});

test('after a response without changes nothing old is told', () => {
  const browser = setUp();
  browser.receive(0, []);
  browser.receive(30, [down(20), down(-700)]);
  expect(browser.shown).toEqual([['20']]);
});

test('a batch is cut off when the whole response is new; only outages and recoveries are told', () => {
  const browser = setUp();
  const other = (second: number) => changeOf(String(second), 'maintenance_on', iso(second));
  browser.receive(0, [down(-10), down(-20), down(-30)]);
  browser.receive(10, [down(5), down(-10), down(-20)]);
  browser.receive(80, [down(75), down(74), down(73)]);
  browser.receive(150, [other(145), down(144), other(143)]);
  browser.receive(220, [other(215), other(145), down(144)]);
  expect(browser.shown).toEqual([['5'], ['75', '74', '73'], ['144']]);
  expect(browser.cutOff).toEqual([false, true, true]);
});

test('the next tab shows what the previous tab missed, and repeats nothing', () => {
  const [first, next] = [setUp(), setUp()];
  first.receive(0, []);
  first.receive(10, [down(5)]);
  next.state = first.state;
  next.receive(100, [down(95), down(5)]);
  expect([first.shown, next.shown]).toEqual([[['5']], [['95']]]);
});

test('changes of a server that lost its history cause notifications although they reuse ids', () => {
  const browser = setUp();
  browser.receive(0, []);
  browser.receive(10, [down(5)]);
  browser.receive(60, []);
  browser.receive(80, [{ ...down(5), to: iso(75) }]);
  expect(browser.shown).toEqual([['5'], ['5']]);
});

test('a page that is opened much later starts anew; an open page continues', () => {
  const state = { lookedAt: start, shownAt: 0, newest: { id: '5', to: iso(5) } };
  const text = JSON.stringify(state);
  expect(parseState(text, start + 599_000)).toEqual(state);
  expect(parseState(text, start + 600_000)).toBeNull();
  expect(parseState(text, start - 3_600_000)).toEqual(state);
  for (const invalid of [null, '', '{', '{"lookedAt":1}', '{"lookedAt":1,"shownAt":0,"newest":1}']) {
    expect(parseState(invalid, start), invalid ?? 'nothing').toBeNull();
  }
});
