import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryLimiter } from './rate-limiter';
import { createScriptReads } from './script-reads';

// The library measures time with these.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('sixty reads an hour are allowed; the next one is told when the hour ends', async () => {
  const { take } = createScriptReads({ createLimiter: createMemoryLimiter, clock: { now: Date.now } });
  const end = Date.now() + 3_600_000;
  for (let time = 0; time < 60; time += 1) {
    await take();
    vi.advanceTimersByTime(1000);
  }
  const limited = expect.objectContaining({
    failure: { code: 'token_limited', why: 'reads', retryAt: end },
  });
  await expect(take()).rejects.toEqual(limited);
  vi.advanceTimersByTime(3_600_000 - 61_000);
  await expect(take()).rejects.toEqual(limited);
  vi.advanceTimersByTime(1000);
  await take();
});
