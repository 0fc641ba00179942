import { expect, test } from 'vitest';
import { changeOf } from '@/components/changes/changes.fixtures';
import type { Change } from '@/lib/contract/changes';
import { type NotifierState, notifyOfNew, parseState } from './notifier';

const start = Date.parse('2026-11-21T14:00:00.000Z');
const iso = (second: number) => new Date(start + second * 1000).toISOString();
const down = (second: number) => changeOf(String(second), 'down', iso(second));

/** A browser whose tabs receive responses one after the other. Without `known`, nothing is stored. */
function setUp(known: NotifierState | null = null) {
  const shown: string[][] = [];
  const cutOff: boolean[] = [];
  const browser = {
    shown,
    cutOff,
    state: known,
    signal: new AbortController().signal,
    belongs: async (all: readonly Change[]): Promise<readonly Change[]> => all,
    /** Receives a response after some seconds. */
    async receive(second: number, data: Change[], next_cursor: string | null = null) {
      browser.state = await notifyOfNew({ data, pagination: { next_cursor, limit: 100 } }, browser.state, {
        belongs: (changes) => browser.belongs(changes),
        show({ changes, isCutOff }) {
          shown.push(changes.map(({ id }) => id));
          cutOff.push(isCutOff);
        },
        now: start + second * 1000,
        signal: browser.signal,
      });
    },
  };
  return browser;
}

test('changes before the first response cause no notification, and no change causes two', async () => {
  const browser = setUp();
  await browser.receive(0, [down(0), down(-60)]);
  expect(browser.shown).toEqual([]);
  await browser.receive(60, [down(30), down(0)]);
  await browser.receive(180, [down(30), down(0)]);
  expect(browser.shown).toEqual([['30']]);
});

test('there is at most one notification a minute, and it has all changes', async () => {
  const browser = setUp();
  await browser.receive(0, []);
  await browser.receive(10, [down(5)]);
  await browser.receive(20, [down(15), down(5)]);
  await browser.receive(69, [down(25), down(15), down(5)]);
  expect(browser.shown).toEqual([['5']]);
  await browser.receive(70, [down(25), down(15), down(5)]);
  expect(browser.shown).toEqual([['5'], ['25', '15']]);
});

test('the pause also follows a notification of another tab; a stored time in the future delays nothing', async () => {
  const known = { lookedAt: start, shownAt: start - 20_000, done: [] };
  const browser = setUp(known);
  await browser.receive(10, [down(5)]);
  expect(browser.shown).toEqual([]);
  await browser.receive(40, [down(5)]);
  expect(browser.shown).toEqual([['5']]);
  const ahead = setUp({ ...known, shownAt: start + 3_600_000 });
  await ahead.receive(10, [down(5)]);
  expect(ahead.shown).toEqual([['5']]);
});

test('changes of other monitors show nothing', async () => {
  const browser = setUp();
  browser.belongs = async (all) => all.filter(({ id }) => id === '7');
  await browser.receive(0, []);
  await browser.receive(6, [down(5)]);
  expect(browser.shown).toEqual([]);
  await browser.receive(8, [down(7), down(5)]);
  expect(browser.shown).toEqual([['7']]);
});

test('a change causes one notification, also when it was found late', async () => {
  const browser = setUp();
  await browser.receive(30, [down(20)]);
  await browser.receive(60, [down(20), down(5)]);
  await browser.receive(200, [down(20), down(5)]);
  expect(browser.shown).toEqual([['5']]);
});

test('a view that cannot be read is requested again after the next response', async () => {
  const browser = setUp();
  await browser.receive(0, []);
  browser.belongs = () => Promise.reject(new Error('not reachable'));
  await expect(browser.receive(10, [down(5)])).rejects.toThrow('not reachable');
  browser.belongs = async (all) => all;
  await browser.receive(40, [down(5)]);
  expect(browser.shown).toEqual([['5']]);
});

test('after its end the notifier shows nothing, not even when a request is still pending', async () => {
  const browser = setUp();
  await browser.receive(0, []);
  const ended = new AbortController();
  browser.signal = ended.signal;
  browser.belongs = async (all) => {
    ended.abort();
    return all;
  };
  await expect(browser.receive(10, [down(5)])).rejects.toThrow();
  expect(browser.shown).toEqual([]);
});

test('a batch is cut off when the whole page is new', async () => {
  const browser = setUp();
  await browser.receive(0, [down(-10), down(-20)], '1');
  await browser.receive(10, [down(5), down(-10)], '1');
  await browser.receive(80, [down(75), down(74)], '1');
  await browser.receive(150, [down(145), down(75)], '1');
  expect(browser.shown).toEqual([['5'], ['75', '74'], ['145']]);
  expect(browser.cutOff).toEqual([false, true, false]);
});

test('the next tab shows what the previous tab missed, and repeats nothing', async () => {
  const [first, next] = [setUp(), setUp()];
  await first.receive(0, []);
  await first.receive(10, [down(5)]);
  next.state = first.state;
  await next.receive(100, [down(95), down(5)]);
  expect([first.shown, next.shown]).toEqual([[['5']], [['95']]]);
});

test('changes of a server that lost its history cause notifications although they reuse ids', async () => {
  const browser = setUp();
  await browser.receive(0, []);
  await browser.receive(10, [down(5)]);
  await browser.receive(60, []);
  await browser.receive(80, [{ ...down(5), to: iso(75) }]);
  expect(browser.shown).toEqual([['5'], ['5']]);
});

test('a page that is opened much later starts anew; an open page continues', () => {
  const state = { lookedAt: start, shownAt: 0, done: ['5'] };
  const text = JSON.stringify(state);
  expect(parseState(text, start + 599_000)).toEqual(state);
  expect(parseState(text, start + 600_000)).toBeNull();
  expect(parseState(text, start - 3_600_000)).toEqual(state);
  for (const invalid of [null, '', '{', '{"lookedAt":1}', '{"lookedAt":1,"shownAt":0,"done":[1]}']) {
    expect(parseState(invalid, start), invalid ?? 'nothing').toBeNull();
  }
});
