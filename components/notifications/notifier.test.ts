import { expect, test } from 'vitest';
import { changeOf } from '@/components/changes/changes.fixtures';
import type { Change, ChangeList } from '@/lib/contract/changes';
import type { LastNotification } from './last-notification';
import { createNotifier } from './notifier';

const start = Date.parse('2026-11-21T14:00:00.000Z');
const iso = (second: number) => new Date(start + second * 1000).toISOString();
const down = (second: number) => changeOf(String(second), 'down', iso(second));
const reading = (second: number, ...data: Change[]): ChangeList => ({
  data,
  pagination: { next_cursor: null, limit: 100 },
  meta: {
    observed_from: iso(-600),
    gaps: [],
    as_of: iso(second),
    kept_days: 30,
    not_saved_since: null,
    demo: false,
  },
});

/** What all tabs of a browser share. */
function createStore(stored: LastNotification | null = null) {
  let last = stored;
  return {
    read: () => last,
    write(notification: LastNotification) {
      last = notification;
    },
  };
}

function setUp(
  belongs: (changes: readonly Change[]) => Promise<readonly Change[]> = async (all) => all,
  isActive = true,
  lastNotification = createStore(),
) {
  let now = start;
  const timers: { at: number; run: () => void }[] = [];
  const shown: string[][] = [];
  const cutOff: boolean[] = [];
  const notifier = createNotifier({
    belongs,
    show({ changes, isCutOff }) {
      shown.push(changes.map(({ id }) => id));
      cutOff.push(isCutOff);
    },
    lastNotification,
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
  const receive = (list: Parameters<typeof notifier.receive>[0]) => {
    notifier.receive(list);
    return notifier.settled();
  };
  if (isActive) notifier.activate();
  return { notifier, receive, shown, cutOff, pass };
}

test('what was before is no news, and nothing is told twice', async () => {
  const { receive, shown, pass } = setUp();
  await receive(reading(0, down(0), down(-60)));
  expect(shown).toEqual([]);
  await receive(reading(60, down(30), down(0)));
  pass(600_000);
  await receive(reading(120, down(30), down(0)));
  expect(shown).toEqual([['30']]);
});

test('there is at most one notification a minute, which tells of all', async () => {
  const { receive, shown, pass } = setUp();
  await receive(reading(0));
  await receive(reading(10, down(5)));
  pass(10_000);
  await receive(reading(20, down(15), down(5)));
  pass(10_000);
  await receive(reading(30, down(25), down(15)));
  pass(39_999);
  expect(shown).toEqual([['5']]);
  pass(1);
  expect(shown).toEqual([['5'], ['25', '15']]);
});

test('the pause also follows a notification of another tab or of the page before a reload', async () => {
  const { receive, shown, pass } = setUp(undefined, true, createStore({ at: start - 20_000, changes: [] }));
  await receive(reading(0));
  await receive(reading(10, down(5)));
  pass(39_999);
  expect(shown).toEqual([]);
  pass(1);
  expect(shown).toEqual([['5']]);
});

test('a stored time in the future delays nothing', async () => {
  const { receive, shown } = setUp(undefined, true, createStore({ at: start + 3_600_000, changes: [] }));
  await receive(reading(0));
  await receive(reading(10, down(5)));
  expect(shown).toEqual([['5']]);
});

test('changes of other monitors show nothing', async () => {
  const { receive, shown } = setUp(async (all) => all.filter(({ id }) => id === '7'));
  await receive(reading(0));
  await receive(reading(6, down(5)));
  expect(shown).toEqual([]);
  await receive(reading(8, down(7), down(5)));
  expect(shown).toEqual([['7']]);
});

test('a change is told once, also when it was found late or before its reading had ended', async () => {
  const { receive, shown, pass } = setUp();
  await receive(reading(30));
  await receive(reading(30, down(5)));
  pass(60_000);
  await receive(reading(60, down(5)));
  pass(60_000);
  expect(shown).toEqual([['5']]);
});

test('a view that cannot be read is asked for again', async () => {
  let isReachable = false;
  const { notifier, receive, shown, pass } = setUp(async (all) => {
    if (!isReachable) throw new Error('not reachable');
    return all;
  });
  await receive(reading(0));
  await receive(reading(10, down(5)));
  expect(shown).toEqual([]);
  isReachable = true;
  pass(60_000);
  await notifier.settled();
  expect(shown).toEqual([['5']]);
});

test('after its end nothing is shown, also of what is being looked up', async () => {
  const answers: (() => void)[] = [];
  const { notifier, receive, shown, pass } = setUp(
    (all) => new Promise((resolve) => answers.push(() => resolve(all))),
  );
  await receive(reading(0));
  const asked = receive(reading(10, down(5)));
  await expect.poll(() => answers.length).toBe(1);
  notifier.stop();
  answers[0]?.();
  await asked;
  pass(120_000);
  expect(shown).toEqual([]);
});

test('a batch is cut off when the whole page is new, until it has been shown', async () => {
  const { receive, shown, cutOff, pass } = setUp();
  const page = (second: number, ...data: Change[]) => ({
    ...reading(second, ...data),
    pagination: { next_cursor: '1', limit: 2 },
  });
  await receive(page(0, down(-10), down(-20)));
  await receive(page(10, down(5), down(-10)));
  await receive(page(20, down(15), down(14)));
  await receive(page(30, down(25), down(15)));
  pass(60_000);
  await receive(page(90, down(85), down(25)));
  pass(60_000);
  expect(shown).toEqual([['5'], ['25', '15', '14'], ['85']]);
  expect(cutOff).toEqual([false, true, false]);
});

test('a cut-off batch with no monitor of the view does not mark later ones', async () => {
  const { receive, cutOff } = setUp(async (all) => all.filter(({ id }) => id === '25'));
  await receive(reading(0));
  await receive({ ...reading(10, down(5)), pagination: { next_cursor: '1', limit: 1 } });
  await receive(reading(30, down(25), down(5)));
  expect(cutOff).toEqual([false]);
});

test('the next tab shows what the last two responses brought when the one that notified is closed', async () => {
  const { notifier, receive, shown } = setUp(undefined, false);
  await receive(reading(0));
  await receive(reading(10, down(5)));
  await receive(reading(40, down(35), down(5)));
  await receive(reading(70, down(65), down(35)));
  expect(shown).toEqual([]);
  notifier.activate();
  await notifier.settled();
  expect(shown).toEqual([['65', '35']]);
});

test('the next tab does not repeat what the one before has shown', async () => {
  const store = createStore();
  const [first, next] = [setUp(undefined, true, store), setUp(undefined, false, store)];
  for (const list of [reading(0), reading(10, down(5)), reading(40, down(35), down(5))]) {
    await first.receive(list);
    await next.receive(list);
  }
  first.pass(60_000);
  expect(first.shown).toEqual([['5'], ['35']]);
  next.notifier.activate();
  await next.notifier.settled();
  next.pass(600_000);
  expect(next.shown).toEqual([]);
});

test('a server without its history gives the ids of notified changes to new ones', async () => {
  const store = createStore();
  const { receive, shown, pass } = setUp(undefined, true, store);
  await receive(reading(0));
  await receive(reading(10, down(5)));
  pass(60_000);
  await receive(reading(60));
  await receive(reading(70, { ...down(5), to: iso(65) }));
  expect(shown).toEqual([['5'], ['5']]);
});
