import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { type CheckResult, createCheckQueue } from './check-queue.ts';

const MINUTE_MS = 60_000;

/** A queue whose checks end as they are told to, with the moments at which they began. */
function setUp({ free = 3 } = {}) {
  const clock = createFakeClock();
  const queue = createCheckQueue({ clock, free });
  const checked: { client: string; at: number }[] = [];
  const answers: string[] = [];
  const send = (client: string, result: CheckResult = 'wrong', rank = 0) => {
    const check = async () => {
      checked.push({ client, at: clock.monotonic() });
      return result;
    };
    void queue.run({ client, rank, check }).then((answer) => answers.push(`${client} ${answer}`));
  };
  return { clock, queue, checked, answers, send };
}

test('row 80: the more passwords were wrong the longer the pause, up to 4 s, and it is for all who come', async () => {
  const { clock, checked, send } = setUp();
  for (let host = 0; host < 8; host += 1) send(`host ${host}`);
  await clock.pass(MINUTE_MS);
  for (let host = 8; host < 11; host += 1) send(`host ${host}`);
  await clock.pass(MINUTE_MS);
  const pauses = checked.map(({ at }, index) => at - (checked[index - 1]?.at ?? 0));
  expect(pauses.slice(0, 8)).toEqual([0, 0, 0, 0, 250, 500, 1000, 2000]);
  // The first after a minute of silence need not wait.
  expect(pauses.slice(9)).toEqual([4000, 4000]);
});

test('row 80: a quarter of an hour without a wrong password ends the pauses; a right one does not', async () => {
  const { clock, checked, send, queue } = setUp({ free: 0 });
  for (let guess = 0; guess < 6; guess += 1) send('guesser');
  await clock.pass(MINUTE_MS);
  const pauseNow = async () => {
    const before = checked.length;
    send('first', 'right');
    send('second', 'right');
    await clock.pass(5000);
    return (checked[before + 1]?.at ?? 0) - (checked[before]?.at ?? 0);
  };
  expect(await pauseNow()).toBe(4000);
  await clock.pass(15 * MINUTE_MS);
  expect(await pauseNow()).toBe(0);
  send('guesser');
  await clock.pass(0);
  queue.clear();
  expect(await pauseNow()).toBe(0);
});

test('row 80: lower ranks are checked first, and the own attempts of a client rank one behind the other', async () => {
  const { clock, checked, send } = setUp({ free: 0 });
  send('start');
  await clock.pass(0);
  for (const client of ['a', 'a', 'a', 'b', 'c']) send(client);
  send('failed before', 'wrong', 2);
  send('d');
  await clock.pass(5 * MINUTE_MS);
  expect(checked.map(({ client }) => client)).toEqual([
    ...['start', 'a', 'b', 'c', 'd', 'a', 'a'],
    'failed before',
  ]);
});

test('row 80: so many wait as come to their turn within 30 s; of others the last gives way', async () => {
  const { clock, answers, checked, send } = setUp({ free: 0 });
  for (let guess = 0; guess < 5; guess += 1) send('guesser');
  await clock.pass(MINUTE_MS);
  answers.length = 0;
  send('one that is checked at once');
  await clock.pass(0);
  for (let host = 1; host <= 8; host += 1) send(`host ${host}`, 'wrong', 1);
  await clock.pass(0);
  expect(answers).toEqual(['one that is checked at once wrong', 'host 8 null']);
  send('someone who has not guessed', 'right');
  await clock.pass(0);
  expect(answers.at(-1)).toBe('host 7 null');
  const from = clock.monotonic();
  await clock.pass(MINUTE_MS);
  expect(answers.slice(3)).toEqual([
    'someone who has not guessed right',
    ...[1, 2, 3, 4, 5, 6].map((host) => `host ${host} wrong`),
  ]);
  expect((checked.at(-1)?.at ?? 0) - from).toBeLessThanOrEqual(30_000);
});

test('row 80: when the pause grows, who would wait too long now is told so', async () => {
  const { clock, answers, send } = setUp({ free: 0 });
  for (let host = 1; host <= 100; host += 1) send(`host ${host}`);
  await clock.pass(0);
  expect(answers).toEqual(['host 1 wrong']);
  await clock.pass(1000);
  // Three have been wrong by now. At the second the pause became 500 ms, and 60 of them are 30 s; at the third 1 s.
  expect(answers.filter((answer) => answer.endsWith('null'))).toHaveLength(100 - 3 - 30);
});

test('row 80: without a wrong password 100 may wait, and no more', async () => {
  const { clock, queue } = setUp();
  const checking = Promise.withResolvers<CheckResult>();
  const first = queue.run({ client: 'first', rank: 0, check: () => checking.promise });
  const others = Array.from({ length: 101 }, (_, host) =>
    queue.run({ client: `host ${host}`, rank: 0, check: async () => 'right' }),
  );
  expect(await others.at(-1)).toBeNull();
  checking.resolve('right');
  expect(await first).toBe('right');
  await clock.pass(0);
  expect(await Promise.all(others.slice(0, 100))).toEqual(Array(100).fill('right'));
});

test('a check that fails is told to who asked, and the next one goes on; what was skipped slows nobody', async () => {
  const { clock, queue, answers, send } = setUp({ free: 0 });
  const failing = queue.run({ client: 'a', rank: 0, check: () => Promise.reject(new Error('no memory')) });
  for (let count = 0; count < 3; count += 1) send('b', 'skipped');
  await expect(failing).rejects.toThrow('no memory');
  await clock.pass(0);
  expect(answers).toEqual(Array(3).fill('b skipped'));
});
