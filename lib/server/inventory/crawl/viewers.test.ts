import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { soleReplica } from '../../replicas/replicas.ts';
import { createViewers, parseRequestedInterval } from './viewers.ts';

test('the shortest interval requested within two minutes applies', () => {
  const clock = createFakeClock();
  const viewers = createViewers(clock, soleReplica('test'));
  viewers.seen('a', 60);
  viewers.seen('b', 15);
  expect(viewers.audience()).toEqual({ viewers: 2, wantedS: 15 });
  clock.advance(100_000);
  viewers.seen('a', 60);
  clock.advance(20_001);
  expect(viewers.audience()).toEqual({ viewers: 1, wantedS: 60 });
  clock.advance(120_000);
  expect(viewers.audience()).toEqual({ viewers: 0, wantedS: null });
});

test('a paused viewer is present but requests no interval', () => {
  const viewers = createViewers(createFakeClock(), soleReplica('test'));
  viewers.seen('a', 'off');
  expect(viewers.audience()).toEqual({ viewers: 1, wantedS: null });
  viewers.seen('b', 300);
  expect(viewers.audience()).toEqual({ viewers: 2, wantedS: 300 });
});

test('viewers of other replicas count once, and their shortest interval applies', () => {
  const others = { wantedS: 15, ids: new Set(['a', 'c']) };
  const viewers = createViewers(createFakeClock(), { ...soleReplica('test'), others: () => others });
  viewers.seen('a', 60);
  viewers.seen('b', 60);
  expect(viewers.audience()).toEqual({ viewers: 3, wantedS: 15 });
});

test('the header is in seconds or "off"; other values are ignored', () => {
  expect(parseRequestedInterval('off')).toBe('off');
  expect(parseRequestedInterval('60')).toBe(60);
  expect(parseRequestedInterval('999999')).toBe(86_400);
  for (const odd of [null, '', '0', '-5', '1.5', 'OFF', '1e3', '9'.repeat(400)])
    expect(parseRequestedInterval(odd)).toBe(30);
});
