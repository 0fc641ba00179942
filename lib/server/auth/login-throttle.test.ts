import { setImmediate } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { createLoginThrottle, type LoginResult } from './login-throttle.ts';

const SECOND_MS = 1000;

// The library and the pauses measure time with these.
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
    // Uses the timers above.
    clock: systemClock,
    createLimiter(options) {
      const limiter = new RateLimiterMemory(options);
      limiters.push(limiter);
      return limiter;
    },
  });
  const checkedAt: number[] = [];
  const login = (address: string, isRight = true) =>
    throttle(address, async () => {
      checkedAt.push(Date.now());
      return isRight;
    });
  const stored = () => limiters.flatMap((limiter) => limiter.dump().storage);
  return { throttle, checkedAt, login, guess: (address: string) => login(address, false), stored };
}

test('row 53: after five wrong passwords a network is blocked for five minutes', async () => {
  const { login, guess } = setUp();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await guess('192.0.2.1')).toEqual(wrong);
    await pass(2 * SECOND_MS);
  }
  expect(await login('192.0.2.1'), 'the right password').toEqual(blocked(290));
  expect(await login('::ffff:192.0.2.1'), 'the same address').toEqual(blocked(290));
  expect(await login('192.0.2.2'), 'another network').toEqual(right);
  await pass(290 * SECOND_MS);
  expect(await login('192.0.2.1')).toEqual(right);
});

test('row 53: a right password resets the count of its network', async () => {
  const { login, guess } = setUp();
  for (let time = 0; time < 5; time += 1) {
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect(await guess('192.0.2.1')).toEqual(wrong);
      await pass(2 * SECOND_MS);
    }
    expect(await login('192.0.2.1')).toEqual(right);
  }
});

test('row 53: passwords tried concurrently are all counted', async () => {
  const { checkedAt, guess } = setUp();
  const results = Promise.all(Array.from({ length: 15 }, () => guess('192.0.2.1')));
  await pass(30 * SECOND_MS);
  expect(await results).toEqual([...Array(5).fill(wrong), ...Array(10).fill(blocked(300))]);
  expect(checkedAt).toHaveLength(5);
});

test('row 80: guessing is slowed to one check in 2 s, from any number of addresses', async () => {
  const { checkedAt, guess, stored } = setUp();
  const results: Promise<LoginResult>[] = [];
  for (let second = 0; second < 3600; second += 1) {
    results.push(guess(`2001:db8:1:${second.toString(16)}::1`), guess(`198.51.100.${second % 200}`));
    await pass(SECOND_MS);
  }
  await pass(60 * SECOND_MS);
  const checked = (await Promise.all(results)).filter(({ kind }) => kind === 'wrong');
  expect(checked).toHaveLength(checkedAt.length);
  expect(checkedAt.length).toBeLessThanOrEqual(3660 / 2);
  expect(checkedAt.length).toBeGreaterThan(3600 / 2 - 10);
  expect(stored().length, 'what was refused is not kept').toBeLessThanOrEqual(checkedAt.length);
});

test('row 80: a blocked address does not slow down others', async () => {
  const { login, guess } = setUp();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await guess('192.0.2.1');
    await pass(2 * SECOND_MS);
  }
  for (let attempt = 0; attempt < 500; attempt += 1) await guess('192.0.2.1');
  for (let host = 1; host <= 5; host += 1) expect(await login(`198.51.100.${host}`)).toEqual(right);
});

test('row 80: if too many attempts run at once, the excess ones are told to retry later', async () => {
  const { guess } = setUp();
  const results = Promise.all(Array.from({ length: 20 }, (_, host) => guess(`192.0.2.${host}`)));
  await pass(60 * SECOND_MS);
  expect(await results).toEqual([...Array(15).fill(wrong), ...Array(5).fill(tooManyWaiting)]);
  expect(await guess('192.0.2.30')).toEqual(wrong);
});

test('passwords are checked one at a time', async () => {
  const { throttle } = setUp();
  const running = { now: 0, most: 0 };
  const verify = async () => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    // Everything that may begin meanwhile has begun after this.
    await setImmediate();
    running.now -= 1;
    return true;
  };
  const all = Array.from({ length: 15 }, (_, host) => throttle(`192.0.2.${host}`, verify));
  expect(await Promise.all(all)).toEqual(Array(15).fill(right));
  expect(running).toEqual({ now: 0, most: 1 });
});

test('an error of a check reaches its caller, and the next check runs', async () => {
  const { throttle, login } = setUp();
  const failing = throttle('192.0.2.1', () => Promise.reject(new Error('no memory')));
  await expect(failing).rejects.toThrow('no memory');
  expect(await login('192.0.2.1')).toEqual(right);
});

test('the counters contain no addresses', async () => {
  const { guess, stored } = setUp();
  await guess('192.0.2.1');
  expect(stored()).toHaveLength(1);
  expect(JSON.stringify(stored())).not.toMatch(/192\.0\.2/);
});
