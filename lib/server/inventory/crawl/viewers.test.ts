import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { soleReplica } from '../../replicas/replicas.ts';
import { createViewers, isPaused } from './viewers.ts';

test('a viewer is present for two minutes after a request', () => {
  const clock = createFakeClock();
  const viewers = createViewers(clock, soleReplica('test'));
  viewers.seen('a', false);
  viewers.seen('b', false);
  expect(viewers.audience()).toEqual({ viewers: 2, isWatched: true });
  clock.advance(100_000);
  viewers.seen('a', false);
  clock.advance(20_001);
  expect(viewers.audience()).toEqual({ viewers: 1, isWatched: true });
  clock.advance(120_000);
  expect(viewers.audience()).toEqual({ viewers: 0, isWatched: false });
});

test('the list is paused while all viewers have paused', () => {
  const viewers = createViewers(createFakeClock(), soleReplica('test'));
  expect(isPaused(viewers.audience())).toBe(false);
  viewers.seen('a', true);
  expect(viewers.audience()).toEqual({ viewers: 1, isWatched: false });
  expect(isPaused(viewers.audience())).toBe(true);
  viewers.seen('b', false);
  expect(isPaused(viewers.audience())).toBe(false);
});

test('viewers of other replicas count once, and one of them suffices', () => {
  const others = { isWatched: true, ids: new Set(['a', 'c']) };
  const viewers = createViewers(createFakeClock(), { ...soleReplica('test'), others: () => others });
  viewers.seen('a', true);
  viewers.seen('b', true);
  expect(viewers.audience()).toEqual({ viewers: 3, isWatched: true });
});
