import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { type CheckResult, createCheckQueue } from './password-check-queue.ts';

const MINUTE_MS = 60_000;

/** Creates a queue. `checked` records the start of each check, `results` the result of each attempt. */
function setUp({ freeFailures = 3 } = {}) {
  const clock = createFakeClock();
  const queue = createCheckQueue({ clock, freeFailures });
  const checked: { client: string; at: number }[] = [];
  const results: string[] = [];
  const send = (client: string, result: CheckResult = 'wrong', rank = 0) => {
    const check = async () => {
      checked.push({ client, at: clock.monotonic() });
      return result;
    };
    void queue.run({ client, rank, check }).then((outcome) => results.push(`${client} ${outcome}`));
  };
  return { clock, queue, checked, results, send };
}

test('row 80: the pause grows with each wrong password, up to 4 s, and applies to all clients', async () => {
  const { clock, checked, send } = setUp();
  for (let host = 0; host < 8; host += 1) send(`host ${host}`);
  await clock.pass(MINUTE_MS);
  for (let host = 8; host < 11; host += 1) send(`host ${host}`);
  await clock.pass(MINUTE_MS);
  const pauses = checked.map(({ at }, index) => at - (checked[index - 1]?.at ?? 0));
  expect(pauses.slice(0, 8)).toEqual([0, 0, 0, 0, 250, 500, 1000, 2000]);
  // The first check after a minute without attempts does not wait.
  expect(pauses.slice(9)).toEqual([4000, 4000]);
});

test('row 80: 15 minutes without a wrong password end the pauses; a correct password does not', async () => {
  const { clock, checked, send, queue } = setUp({ freeFailures: 0 });
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

test('row 80: lower ranks are checked first, and each further waiting attempt of a client has a higher rank', async () => {
  const { clock, checked, send } = setUp({ freeFailures: 0 });
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

test('row 80: only as many attempts wait as can be checked within 30 s; the last ones are refused', async () => {
  const { clock, results, checked, send } = setUp({ freeFailures: 0 });
  for (let guess = 0; guess < 5; guess += 1) send('guesser');
  await clock.pass(MINUTE_MS);
  results.length = 0;
  send('one that is checked at once');
  await clock.pass(0);
  for (let host = 1; host <= 8; host += 1) send(`host ${host}`, 'wrong', 1);
  await clock.pass(0);
  expect(results).toEqual(['one that is checked at once wrong', 'host 8 null']);
  send('someone who has not guessed', 'right');
  await clock.pass(0);
  expect(results.at(-1)).toBe('host 7 null');
  const from = clock.monotonic();
  await clock.pass(MINUTE_MS);
  expect(results.slice(3)).toEqual([
    'someone who has not guessed right',
    ...[1, 2, 3, 4, 5, 6].map((host) => `host ${host} wrong`),
  ]);
  expect((checked.at(-1)?.at ?? 0) - from).toBeLessThanOrEqual(30_000);
});

test('row 80: when the pause grows, attempts that would now wait too long are refused', async () => {
  const { clock, results, send } = setUp({ freeFailures: 0 });
  for (let host = 1; host <= 100; host += 1) send(`host ${host}`);
  await clock.pass(0);
  expect(results).toEqual(['host 1 wrong']);
  await clock.pass(1000);
  // Three were wrong by now. After the second the pause was 500 ms (60 may wait), after the third 1 s (30).
  expect(results.filter((answer) => answer.endsWith('null'))).toHaveLength(100 - 3 - 30);
});

test('row 80: without a wrong password at most 100 attempts wait', async () => {
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

test('an error of a check reaches its caller, and the next check runs; skipped checks cause no pause', async () => {
  const { clock, queue, results, send } = setUp({ freeFailures: 0 });
  const failing = queue.run({ client: 'a', rank: 0, check: () => Promise.reject(new Error('no memory')) });
  for (let count = 0; count < 3; count += 1) send('b', 'skipped');
  await expect(failing).rejects.toThrow('no memory');
  await clock.pass(0);
  expect(results).toEqual(Array(3).fill('b skipped'));
});
