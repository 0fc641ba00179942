import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createFailedLogins } from './login-blocks.ts';
import { createLoginThrottle, type LoginResult } from './login-throttle.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Creates a throttle whose checks take no time. @param known networks that are known from the start */
function setUp(known: string[] = []) {
  const clock = createFakeClock();
  const networks = new Set(known);
  const throttle = createLoginThrottle({
    clock,
    known: {
      has: async (network) => networks.has(network),
      async add(network) {
        networks.add(network);
      },
    },
    failed: createFailedLogins(clock),
    replicas: () => 1,
  });
  const checkedAt: number[] = [];
  const login = (address: string, isRight: boolean, session: string | null = null) =>
    throttle.attempt({ address, session }, async () => {
      checkedAt.push(clock.monotonic());
      return isRight;
    });
  const guess = (address: string, session: string | null = null) => login(address, false, session);
  /** Advances the clock until the result is known. @returns it and the time that took, milliseconds */
  async function timed(result: Promise<LoginResult>) {
    const from = clock.monotonic();
    let tookMs: number | null = null;
    const settled = result.then((value) => {
      tookMs = clock.monotonic() - from;
      return value;
    });
    while (tookMs === null) await clock.pass(50);
    return { result: await settled, tookMs: Number(tookMs) };
  }
  return { clock, networks, checkedAt, login, guess, timed };
}

test('row 53: after 5 wrong passwords a network is blocked, longer each time, even with the correct password', async () => {
  const { clock, login, guess, timed } = setUp();
  for (let attempt = 1; attempt <= 5; attempt += 1)
    expect(await guess('192.0.2.1')).toEqual({ kind: 'wrong' });
  const refused = (waitS: number) => ({ kind: 'refused', problem: 'too_many_attempts', waitS });
  expect(await login('192.0.2.1', true)).toEqual(refused(30));
  expect(await login('::ffff:192.0.2.1', true), 'the same address').toEqual(refused(30));
  expect(await login('192.0.2.2', true), 'another network').toEqual({ kind: 'right' });
  await clock.pass(30 * SECOND_MS);
  expect(await guess('192.0.2.1')).toEqual({ kind: 'wrong' });
  expect(await guess('192.0.2.1')).toEqual(refused(60));
  await clock.pass(MINUTE_MS);
  expect((await timed(login('192.0.2.1', true))).result).toEqual({ kind: 'right' });
});

test('row 53: passwords tried concurrently are all counted', async () => {
  const { clock, checkedAt, guess } = setUp();
  const results = Promise.all(Array.from({ length: 30 }, () => guess('192.0.2.1')));
  await clock.pass(MINUTE_MS);
  const kinds = (await results).map((result) => (result.kind === 'refused' ? result.problem : result.kind));
  expect(kinds).toEqual([...Array(5).fill('wrong'), ...Array(25).fill('too_many_attempts')]);
  expect(checkedAt).toHaveLength(5);
});

test('row 80: guessing from ever new addresses is slowed to one check in 4 s, whatever their number', async () => {
  const { clock, checkedAt, guess } = setUp();
  const results: Promise<LoginResult>[] = [];
  for (let second = 0; second < 3600; second += 1) {
    for (const part of [1, 2]) {
      results.push(guess(`2001:db8:${part}:${second.toString(16)}::1`));
    }
    await clock.pass(SECOND_MS);
  }
  await clock.pass(MINUTE_MS);
  const wrong = (await Promise.all(results)).filter(({ kind }) => kind === 'wrong');
  expect(wrong).toHaveLength(checkedAt.length);
  expect(checkedAt.length).toBeLessThanOrEqual(21 + 4 + HOUR_MS / 4000 + 7);
  expect(checkedAt.length).toBeGreaterThan(HOUR_MS / 4000 - 10);
});

test('row 80: during guessing, attempts from known addresses and with sessions are checked at once', async () => {
  const { clock, login, guess, timed } = setUp(['192.0.2.1']);
  for (let host = 0; host < 100; host += 1) {
    void guess(`2001:db8:0:${host.toString(16)}::1`);
    await clock.pass(SECOND_MS);
  }
  for (let host = 0; host < 100; host += 1) void guess(`2001:db8:1:${host.toString(16)}::1`);
  expect(await timed(login('192.0.2.1', true))).toEqual({ result: { kind: 'right' }, tookMs: 0 });
  expect(await timed(login('198.51.100.1', true, 'a session'))).toEqual({
    result: { kind: 'right' },
    tookMs: 0,
  });
});

test('row 80: during guessing, a user at an unknown address can sign in, before the guessing addresses', async () => {
  const { clock, checkedAt, login, guess, timed } = setUp();
  // 100 addresses, each of which guesses as often as it can.
  const hosts = Array.from({ length: 100 }, (_, host) => `198.51.100.${host}`);
  for (const host of [...hosts, ...hosts]) {
    void guess(host);
    await clock.pass(5 * SECOND_MS);
  }
  for (const host of hosts) void guess(host);
  await clock.pass(0);
  const { result, tookMs } = await timed(login('203.0.113.1', true));
  expect(result).toEqual({ kind: 'right' });
  expect(tookMs).toBeLessThanOrEqual(4000);
  // Two guesses of each address, the one that was already being checked, and this attempt.
  expect(checkedAt.length).toBe(202);
  // From now on the address is known.
  expect(await timed(login('203.0.113.1', true))).toMatchObject({ tookMs: 0 });
});

test('row 80: during guessing, a user who mistypes once does not wait longer', async () => {
  const { clock, guess, login, timed } = setUp();
  for (let host = 0; host < 40; host += 1) {
    void guess(`198.51.100.${host}`);
    await clock.pass(5 * SECOND_MS);
  }
  await timed(guess('203.0.113.1'));
  for (let host = 40; host < 43; host += 1) void guess(`198.51.100.${host}`);
  const mistyped = timed(login('203.0.113.1', true));
  for (let host = 43; host < 50; host += 1) void guess(`198.51.100.${host}`);
  const { result, tookMs } = await mistyped;
  expect(result).toEqual({ kind: 'right' });
  expect(tookMs).toBeLessThanOrEqual(4 * 4000);
});

test('row 80: guessing from a known address slows down that address alone and never blocks it', async () => {
  const { clock, login, guess, timed } = setUp(['192.0.2.1', '192.0.2.2']);
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const { result, tookMs } = await timed(guess('192.0.2.1'));
    expect(result).toEqual({ kind: 'wrong' });
    expect(tookMs).toBeLessThanOrEqual(4000);
  }
  for (let attempt = 0; attempt < 3; attempt += 1) void guess('192.0.2.1');
  expect((await timed(login('192.0.2.2', true))).tookMs).toBe(0);
  expect((await timed(login('192.0.2.1', true, 'a session there'))).tookMs).toBe(0);
  const { result, tookMs } = await timed(login('192.0.2.1', true));
  expect(result).toEqual({ kind: 'right' });
  expect(tookMs).toBeLessThanOrEqual(16_000);
  await clock.pass(MINUTE_MS);
  expect((await timed(guess('192.0.2.1'))).tookMs).toBe(0);
});

test('row 80: guessing with a session slows down that session alone', async () => {
  const { guess, login, timed } = setUp();
  for (let attempt = 0; attempt < 30; attempt += 1) await timed(guess('192.0.2.1', 'stolen'));
  const slow = timed(guess('192.0.2.1', 'stolen'));
  expect((await timed(login('192.0.2.1', true))).tookMs).toBe(0);
  expect((await slow).tookMs).toBeGreaterThan(0);
});

test.each([
  ['a known address', (_host: number) => '192.0.2.1'],
  ['unknown addresses', (host: number) => `198.51.100.${host}`],
])(
  'row 80: of too many concurrent attempts from %s the excess is told to retry later',
  async (_name, addressOf) => {
    const { clock, guess } = setUp(['192.0.2.1']);
    const results = Promise.all(Array.from({ length: 250 }, (_, host) => guess(addressOf(host))));
    await clock.pass(5 * MINUTE_MS);
    const refused = (await results).filter(({ kind }) => kind === 'refused');
    expect(refused.length).toBeGreaterThanOrEqual(150);
    expect(new Set(refused.map((result) => JSON.stringify(result)))).toEqual(
      new Set([JSON.stringify({ kind: 'refused', problem: 'too_many_waiting', waitS: 30 })]),
    );
  },
);

test('two passwords are never checked at the same time', async () => {
  const { clock } = setUp();
  const throttle = createLoginThrottle({
    clock,
    known: { has: async () => true, add: async () => {} },
    failed: createFailedLogins(clock),
    replicas: () => 1,
  });
  const running = { now: 0, most: 0 };
  const verify = async () => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await new Promise<void>((resolve) => void clock.after(200, resolve));
    running.now -= 1;
    return true;
  };
  const all = [1, 2, 3].map((host) =>
    throttle.attempt({ address: `192.0.2.${host}`, session: null }, verify),
  );
  await clock.pass(SECOND_MS);
  await Promise.all(all);
  expect(running).toEqual({ now: 0, most: 1 });
});
