import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoginThrottle, type LoginResult } from './login-throttle.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

// The library measures time with these.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const right = { kind: 'right' };
const wrong = { kind: 'wrong' };
const blocked = (waitS: number) => ({ kind: 'refused', problem: 'too_many_attempts', waitS });
const tooManyWaiting = { kind: 'refused', problem: 'too_many_waiting', waitS: 30 };

/** Creates a throttle whose checks take no time. */
function setUp() {
  const limiters: RateLimiterMemory[] = [];
  const throttle = createLoginThrottle({
    secret: Buffer.from('a secret'),
    createLimiter(options) {
      const limiter = new RateLimiterMemory(options);
      limiters.push(limiter);
      return limiter;
    },
  });
  const checkedAt: number[] = [];
  const login = (address: string, isRight = true, session: string | null = null) =>
    throttle.attempt({ address, session }, async () => {
      checkedAt.push(Date.now());
      return isRight;
    });
  const guess = (address: string, session: string | null = null) => login(address, false, session);
  /** Lets time pass until the result is known. @returns it and the time that took, milliseconds */
  async function timed(result: Promise<LoginResult>) {
    const from = Date.now();
    let tookMs: number | null = null;
    const settled = result.then((value) => {
      tookMs = Date.now() - from;
      return value;
    });
    await pass(0);
    while (tookMs === null) await pass(50);
    return { result: await settled, tookMs: Number(tookMs) };
  }
  const stored = () => limiters.flatMap((limiter) => limiter.dump().storage);
  return { throttle, checkedAt, login, guess, timed, stored };
}

/** Addresses that have guessed twice each, so that guessing is slowed for all unknown ones. */
async function guessedFrom(hosts: string[], guess: (address: string) => Promise<LoginResult>) {
  for (const host of [...hosts, ...hosts]) {
    void guess(host);
    await pass(5 * SECOND_MS);
  }
}

test('row 53: from the fifth wrong password on a network is blocked, twice as long each time, up to 15 min', async () => {
  const { login, guess } = setUp();
  for (let attempt = 1; attempt <= 4; attempt += 1) expect(await guess('192.0.2.1')).toEqual(wrong);
  for (const waitS of [30, 60, 120, 240, 480, 900, 900]) {
    expect(await guess('192.0.2.1')).toEqual(wrong);
    expect(await login('192.0.2.1'), 'the right password').toEqual(blocked(waitS));
    expect(await login('::ffff:192.0.2.1'), 'the same address').toEqual(blocked(waitS));
    await pass((waitS - 10) * SECOND_MS);
    expect(await login('192.0.2.1')).toEqual(blocked(10));
    await pass(10 * SECOND_MS);
  }
  expect(await login('192.0.2.2'), 'another network').toEqual(right);
});

test('row 53: a right password, or a day, clears a network', async () => {
  const { login, guess } = setUp();
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    for (let attempt = 1; attempt <= 5; attempt += 1) expect(await guess(address)).toEqual(wrong);
    expect(await guess(address)).toEqual(blocked(30));
  }
  await pass(30 * SECOND_MS);
  expect(await login('192.0.2.1')).toEqual(right);
  await pass(24 * HOUR_MS);
  for (const address of ['192.0.2.1', '192.0.2.2'])
    for (let attempt = 1; attempt <= 4; attempt += 1) expect(await guess(address)).toEqual(wrong);
});

test('row 53: passwords tried concurrently are all counted', async () => {
  const { checkedAt, guess } = setUp();
  const results = await Promise.all(Array.from({ length: 30 }, () => guess('192.0.2.1')));
  expect(results).toEqual([...Array(5).fill(wrong), ...Array(25).fill(blocked(30))]);
  expect(checkedAt).toHaveLength(5);
});

test('row 80: guessing is slowed to two checks in 4 s, from however many addresses', async () => {
  const { checkedAt, guess, stored } = setUp();
  const results: Promise<LoginResult>[] = [];
  for (let second = 0; second < 3600; second += 1) {
    // New addresses all the time, and some again and again.
    results.push(guess(`2001:db8:1:${second.toString(16)}::1`), guess(`198.51.100.${second % 200}`));
    await pass(SECOND_MS);
  }
  await pass(MINUTE_MS);
  const checked = (await Promise.all(results)).filter(({ kind }) => kind === 'wrong');
  expect(checked).toHaveLength(checkedAt.length);
  // 20 more each time that the wrong passwords of the last 15 minutes are forgotten.
  expect(checkedAt.length).toBeLessThanOrEqual(5 * 20 + (2 * HOUR_MS) / 4000 + 20);
  expect(checkedAt.length).toBeGreaterThan(HOUR_MS / 4000 - 10);
  expect(stored().length, 'what was refused is not kept').toBeLessThanOrEqual(checkedAt.length + 3);
});

test('row 80: an address that is refused does not slow down others', async () => {
  const { login, guess, timed } = setUp();
  for (let attempt = 0; attempt < 500; attempt += 1) await guess('192.0.2.1');
  for (let host = 1; host <= 5; host += 1)
    expect(await timed(login(`198.51.100.${host}`))).toEqual({ result: right, tookMs: 0 });
});

test('row 80: during guessing, attempts from known addresses and with sessions are checked at once', async () => {
  const { login, guess, timed } = setUp();
  expect(await login('192.0.2.1')).toEqual(right);
  for (let host = 0; host < 100; host += 1) {
    void guess(`2001:db8:0:${host.toString(16)}::1`);
    await pass(SECOND_MS);
  }
  for (let host = 0; host < 100; host += 1) void guess(`2001:db8:1:${host.toString(16)}::1`);
  expect(await timed(login('192.0.2.1'))).toEqual({ result: right, tookMs: 0 });
  expect(await timed(login('198.51.100.1', true, 'a session'))).toEqual({ result: right, tookMs: 0 });
});

test('row 80: during guessing, a user at an unknown address can sign in, also after mistyping once', async () => {
  const { login, guess, timed } = setUp();
  const hosts = Array.from({ length: 100 }, (_, host) => `198.51.100.${host}`);
  await guessedFrom(hosts, guess);
  const guesses = Promise.all(hosts.map((host) => guess(host)));
  expect((await timed(guess('203.0.113.1'))).result).toEqual(wrong);
  const { result, tookMs } = await timed(login('203.0.113.1'));
  expect(result).toEqual(right);
  expect(tookMs).toBeLessThanOrEqual(4000);
  // From now on the address is known.
  expect(await timed(login('203.0.113.1'))).toEqual({ result: right, tookMs: 0 });
  await pass(MINUTE_MS);
  expect((await guesses).filter(({ kind }) => kind === 'wrong')).toHaveLength(8);
});

test('row 80: during guessing, a user at an unknown address who mistyped twice waits, and is not locked out', async () => {
  const { login, guess, timed } = setUp();
  const hosts = Array.from({ length: 15 }, (_, host) => `198.51.100.${host}`);
  await guessedFrom(hosts, guess);
  for (const host of hosts.slice(0, 4)) void guess(host);
  const { result, tookMs } = await timed(login('198.51.100.9'));
  expect(result).toEqual(right);
  expect(tookMs).toBeGreaterThan(4000);
  expect(tookMs).toBeLessThanOrEqual(5 * 4000);
});

test('row 80: guessing from a known address slows down that address alone and never blocks it', async () => {
  const { login, guess, timed } = setUp();
  for (const address of ['192.0.2.1', '192.0.2.2']) expect(await login(address)).toEqual(right);
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const { result, tookMs } = await timed(guess('192.0.2.1'));
    expect(result).toEqual(wrong);
    expect(tookMs).toBeLessThanOrEqual(4000);
  }
  for (let attempt = 0; attempt < 3; attempt += 1) void guess('192.0.2.1');
  expect((await timed(login('192.0.2.2'))).tookMs).toBe(0);
  expect((await timed(login('192.0.2.1', true, 'a session there'))).tookMs).toBe(0);
  const { result, tookMs } = await timed(login('192.0.2.1'));
  expect(result).toEqual(right);
  expect(tookMs).toBeGreaterThan(0);
  expect(tookMs).toBeLessThanOrEqual(16_000);
  expect((await timed(guess('192.0.2.1'))).tookMs).toBe(0);
});

test('row 80: guessing with a session slows down that session alone', async () => {
  const { guess, login, timed } = setUp();
  for (let attempt = 0; attempt < 30; attempt += 1) await timed(guess('192.0.2.1', 'stolen'));
  const slow = timed(guess('192.0.2.1', 'stolen'));
  expect((await timed(login('192.0.2.1'))).tookMs).toBe(0);
  expect((await slow).tookMs).toBeGreaterThan(0);
});

test('row 80: an address is known for three weeks after the last sign-in', async () => {
  const { login, guess } = setUp();
  await login('192.0.2.1');
  await pass(20 * 24 * HOUR_MS);
  await login('192.0.2.1');
  await pass(21 * 24 * HOUR_MS - MINUTE_MS);
  for (let attempt = 0; attempt < 5; attempt += 1) await guess('192.0.2.1');
  const known = guess('192.0.2.1');
  await pass(4 * SECOND_MS);
  expect(await known, 'it waits').toEqual(wrong);
  await pass(25 * HOUR_MS);
  for (let attempt = 0; attempt < 5; attempt += 1) await guess('192.0.2.1');
  expect(await guess('192.0.2.1'), 'it is blocked').toEqual(blocked(30));
});

test.each([
  ['a known address', (_host: number) => '192.0.2.1', 4],
  ['unknown addresses', (host: number) => `198.51.100.${host}`, 20],
])(
  'row 80: of too many concurrent attempts from %s the excess is told to retry later',
  async (_name, addressOf, free) => {
    const { guess, login } = setUp();
    await login('192.0.2.1');
    const results = Promise.all(Array.from({ length: 250 }, (_, host) => guess(addressOf(host))));
    await pass(MINUTE_MS);
    expect((await results).filter(({ kind }) => kind === 'wrong')).toHaveLength(free + 1 + 7);
    expect((await results).filter(({ kind }) => kind !== 'wrong')).toEqual(
      Array(250 - free - 1 - 7).fill(tooManyWaiting),
    );
  },
);

test('passwords are checked one at a time; at most 100 wait, and the others are told to retry later', async () => {
  const { throttle, login } = setUp();
  const addresses = Array.from({ length: 102 }, (_, host) => `192.0.2.${host}`);
  for (const address of addresses) await login(address);
  const running = { now: 0, most: 0 };
  const verify = async () => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await new Promise((resolve) => setTimeout(resolve, 200));
    running.now -= 1;
    return true;
  };
  const all = Promise.all(addresses.map((address) => throttle.attempt({ address, session: null }, verify)));
  await pass(MINUTE_MS);
  expect(await all).toEqual([...Array(101).fill(right), tooManyWaiting]);
  expect(running).toEqual({ now: 0, most: 1 });
});

test('an error of a check reaches its caller, and the next check runs', async () => {
  const { throttle, login } = setUp();
  const failing = throttle.attempt({ address: '192.0.2.1', session: null }, () =>
    Promise.reject(new Error('no memory')),
  );
  await expect(failing).rejects.toThrow('no memory');
  expect(await login('192.0.2.1')).toEqual(right);
});

test('what is counted names neither addresses nor sessions', async () => {
  const { guess, login, stored } = setUp();
  await guess('192.0.2.1');
  await guess('192.0.2.1', 'a session');
  await login('192.0.2.2');
  expect(stored().length).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(stored())).not.toMatch(/192\.0\.2|a session/);
});
