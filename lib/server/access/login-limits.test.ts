import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoginLimits } from './login-limits';

// The limiter looks at the system's own clock.
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MINUTE_MS = 60_000;

async function tries(limits: ReturnType<typeof createLoginLimits>, address: string, count: number) {
  const waits: (number | null)[] = [];
  for (let tried = 0; tried < count; tried += 1) waits.push(await limits.attempt(address));
  return waits;
}

test('row 53: ten tries an address in a quarter of an hour, then it says how long to wait', async () => {
  const limits = createLoginLimits();
  expect(await tries(limits, '192.0.2.1', 10)).toEqual(Array(10).fill(null));
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(await limits.attempt('192.0.2.1')).toBe(600);
  expect(await limits.attempt('192.0.2.2'), 'others may').toBeNull();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(await limits.attempt('192.0.2.1')).toBeNull();
});

test('row 53: a right password clears the address', async () => {
  const limits = createLoginLimits();
  await tries(limits, '192.0.2.1', 10);
  await limits.succeeded('192.0.2.1');
  expect(await tries(limits, '192.0.2.1', 11)).toEqual([...Array(10).fill(null), 900]);
});

test('row 53: 200 from everywhere together; who is over their own limit uses up nothing of it', async () => {
  const limits = createLoginLimits();
  await tries(limits, '192.0.2.1', 500);
  for (let host = 1; host <= 19; host += 1)
    expect(await tries(limits, `198.51.100.${host}`, 10)).toEqual(Array(10).fill(null));
  expect(await limits.attempt('203.0.113.1')).toBe(900);
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
  expect(await limits.attempt('203.0.113.1')).toBeNull();
});

test('row 53: right passwords use up nothing of what all have together', async () => {
  const limits = createLoginLimits();
  for (let day = 0; day < 500; day += 1) {
    expect(await limits.attempt('192.0.2.1')).toBeNull();
    await limits.succeeded('192.0.2.1');
  }
});

test('row 53: the addresses of one IPv6 network are one, and an IPv4 address is itself however written', async () => {
  const limits = createLoginLimits();
  for (let host = 1; host <= 10; host += 1) await limits.attempt(`2001:db8:0:1::${host}`);
  expect(await limits.attempt('2001:db8:0:1:ffff::1')).toBe(900);
  expect(await limits.attempt('2001:db8:0:2::1'), 'the next network').toBeNull();
  await tries(limits, '192.0.2.1', 10);
  expect(await limits.attempt('::ffff:192.0.2.1')).toBe(900);
  expect(await limits.attempt('unknown')).toBeNull();
});
