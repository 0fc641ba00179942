import { expect, test } from 'vitest';
import { changeOf } from '@/components/changes/changes.fixtures';
import type { Change } from '@/lib/contract/changes';
import { createNotifier } from './notifier';

const start = Date.parse('2026-11-21T14:00:00.000Z');
const iso = (second: number) => new Date(start + second * 1000).toISOString();
const down = (second: number) => changeOf(String(second), 'down', iso(second));
const reading = (second: number, ...data: Change[]) => ({
  data,
  meta: { observed_from: iso(-600), gaps: [], as_of: iso(second), kept_days: 30, demo: false },
});

function setUp(belongs: (changes: readonly Change[]) => Promise<readonly Change[]> = async (all) => all) {
  let now = 0;
  const timers: { at: number; run: () => void }[] = [];
  const shown: string[][] = [];
  const notifier = createNotifier({
    belongs,
    show: (changes) => shown.push(changes.map(({ id }) => id)),
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const timer of [...timers]) {
      if (timer.at > now) continue;
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
    }
  };
  return { notifier, shown, pass };
}

test('what was before is no news, and nothing is told twice', async () => {
  const { notifier, shown, pass } = setUp();
  await notifier.receive(reading(0, down(0), down(-60)));
  expect(shown).toEqual([]);
  await notifier.receive(reading(60, down(30), down(0)));
  pass(600_000);
  await notifier.receive(reading(120, down(30), down(0)));
  expect(shown).toEqual([['30']]);
});

test('there is at most one notification a minute, which tells of all', async () => {
  const { notifier, shown, pass } = setUp();
  await notifier.receive(reading(0));
  await notifier.receive(reading(10, down(5)));
  pass(10_000);
  await notifier.receive(reading(20, down(15), down(5)));
  pass(10_000);
  await notifier.receive(reading(30, down(25), down(15)));
  pass(39_999);
  expect(shown).toEqual([['5']]);
  pass(1);
  expect(shown).toEqual([['5'], ['25', '15']]);
});

test('changes of other monitors show nothing', async () => {
  const { notifier, shown } = setUp(async (all) => all.filter(({ id }) => id === '7'));
  await notifier.receive(reading(0));
  await notifier.receive(reading(6, down(5)));
  expect(shown).toEqual([]);
  await notifier.receive(reading(8, down(7), down(5)));
  expect(shown).toEqual([['7']]);
});

test('after its end nothing is shown', async () => {
  const { notifier, shown, pass } = setUp();
  await notifier.receive(reading(0));
  await notifier.receive(reading(10, down(5)));
  await notifier.receive(reading(20, down(15)));
  notifier.stop();
  pass(60_000);
  expect(shown).toEqual([['5']]);
});
