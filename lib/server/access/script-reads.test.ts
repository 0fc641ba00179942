import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createScriptReads } from './script-reads';

const HOUR_MS = 3_600_000;

test('sixty reads an hour are allowed; the next one is told when the hour ends', () => {
  const clock = createFakeClock();
  const reads = createScriptReads(clock, () => 1);
  const end = clock.now() + HOUR_MS;
  for (let time = 0; time < 60; time += 1) {
    reads.take();
    clock.advance(1000);
  }
  expect(reads.take).toThrow(
    expect.objectContaining({ failure: { code: 'token_limited', why: 'reads', retryAt: end } }),
  );
  clock.advance(HOUR_MS - 61_000);
  expect(reads.take).toThrow();
  clock.advance(1000);
  expect(reads.take).not.toThrow();
});

test('replicas share the limit in equal parts, of at least one read', () => {
  const taken = (replicas: number) => {
    const reads = createScriptReads(createFakeClock(), () => replicas);
    let count = 0;
    expect(() => {
      for (; count < 100; count += 1) reads.take();
    }).toThrow();
    return count;
  };
  expect([1, 2, 7, 100].map(taken)).toEqual([60, 30, 8, 1]);
});
