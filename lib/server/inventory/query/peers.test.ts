import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../../testing/property-runs.ts';
import { aMonitor } from '../snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import { peersOf } from './peers.ts';

/** A simple implementation of the rule. */
function naivePeers(monitors: InventoryMonitor[], monitor: InventoryMonitor) {
  const others = monitors.filter((other) => other.monitor_uuid !== monitor.monitor_uuid);
  const times = [...others, monitor]
    .filter(({ condition }) => condition === 'up')
    .filter(({ type }) => type === monitor.type)
    .filter(({ regions }) => regions.length > 0 && regions[0] === monitor.regions[0])
    .flatMap(({ last_response_time_ms: time }) => (time === null ? [] : [time]))
    .sort((a, b) => a - b);
  if (times.length < 5) return null;
  const own = monitor.condition === 'up' ? monitor.last_response_time_ms : null;
  return { count: times.length, rank: own === null ? null : times.indexOf(own) + 1, times };
}

test('the peers equal those of the simple implementation', () => {
  const one = fc.record({
    type: fc.constantFrom('ping', '__proto__'),
    regions: fc.constantFrom<string[]>(['a'], ['a', 'b'], ['b', 'a'], []),
    // Including quick failures, overdue monitors, and those with a status that is not in the spec.
    condition: fc.constantFrom('up', 'up', 'up', 'down', 'overdue', 'unknown', 'inactive'),
    last_response_time_ms: fc.option(fc.nat(20), { nil: null }),
  });
  const few = fc
    .array(one, { minLength: 30, maxLength: 80 })
    .map((all) => all.map((changes, n) => aMonitor(n, changes)));
  const newer = fc.option(fc.nat(25), { nil: null });
  let compared = 0;
  fc.assert(
    fc.property(few, newer, (monitors, last_response_time_ms) => {
      for (const one of monitors) {
        const monitor = { ...one, last_response_time_ms, type: 'ping' };
        const expected = naivePeers(monitors, monitor);
        if (expected) compared += 1;
        const peers = peersOf(monitors, monitor);
        if (expected === null) expect(peers).toBeNull();
        else expect(peers).toMatchObject({ type: monitor.type, region: monitor.regions[0], ...expected });
      }
    }),
  );
  expect(compared).toBeGreaterThan(100);
});

test('at least five response times are required', () => {
  const five = [10, 20, 30, 40, 50].map((last_response_time_ms, n) => aMonitor(n, { last_response_time_ms }));
  const [first, ...four] = five;
  expect(peersOf(four, aMonitor(4, { last_response_time_ms: 50 }))).toBeNull();
  expect(peersOf(five, first ?? aMonitor(0))).toEqual({
    type: 'tcp',
    region: 'eu-west',
    count: 5,
    rank: 1,
    median_ms: 30,
    times: [10, 20, 30, 40, 50],
  });
});

test('the median of an even number of times is the mean of the middle two', () => {
  const six = [10, 20, 30, 41, 50, 60].map((last_response_time_ms, n) =>
    aMonitor(n, { last_response_time_ms }),
  );
  expect(peersOf(six, aMonitor(9, { last_response_time_ms: null }))?.median_ms).toBe(36);
});

test('many times are downsampled to 200, including the smallest and the largest', () => {
  const times = fc.array(fc.nat(100_000), { minLength: 201, maxLength: 500 });
  fc.assert(
    fc.property(times, (all) => {
      const monitors = all.map((last_response_time_ms, n) => aMonitor(n, { last_response_time_ms }));
      const monitor = aMonitor(0, { last_response_time_ms: all[0] ?? 0 });
      const peers = peersOf(monitors, monitor);
      const sorted = all.toSorted((a, b) => a - b);
      expect(peers?.count).toBe(all.length);
      expect(peers?.times).toHaveLength(200);
      expect(peers?.times.toSorted((a, b) => a - b)).toEqual(peers?.times);
      expect([peers?.times[0], peers?.times[199]]).toEqual([sorted[0], sorted.at(-1)]);
      expect(peers?.times.every((time) => all.includes(time))).toBe(true);
    }),
    { numRuns: generated(30) },
  );
});

test('a monitor without a region has no peers', () => {
  const many = Array.from({ length: 9 }, (_, n) => aMonitor(n, { regions: [] }));
  expect(peersOf(many, aMonitor(1, { regions: [] }))).toBeNull();
});
