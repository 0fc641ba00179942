import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Condition, ListedMonitor } from '../../../contract/monitor';
import { aMonitor, fieldsOf } from './arbitrary-monitors.fixtures';
import { conditionOf, observedSince } from './condition';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const healthy = {
  is_active: true,
  last_status: 'up',
  last_check_at: ago(10),
  interval: 60,
  unknown_fields: [],
};

test('the first rule that matches determines the condition', () => {
  expect(conditionOf({ ...healthy, is_active: false, last_status: 'down' }, now)).toBe('inactive');
  expect(conditionOf({ ...healthy, last_status: 'down', last_check_at: ago(9999) }, now)).toBe('down');
  expect(conditionOf({ ...healthy, last_status: null, last_check_at: null }, now)).toBe('pending');
  expect(conditionOf(healthy, now)).toBe('up');
});

test('a monitor is overdue when its last check is older than three intervals and a minute', () => {
  expect(conditionOf({ ...healthy, last_check_at: ago(240) }, now)).toBe('up');
  expect(conditionOf({ ...healthy, last_check_at: ago(240.001) }, now)).toBe('overdue');
});

test('a check in the future has age zero', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 86_400 }),
      (ahead, interval) => {
        expect(conditionOf({ ...healthy, interval, last_check_at: ago(-ahead) }, now)).toBe('up');
      },
    ),
  );
});

test('a status that is not in the spec is unknown, but an old check and one that never ran tell more', () => {
  expect(conditionOf({ ...healthy, last_status: 'degraded' }, now)).toBe('unknown');
  expect(conditionOf({ ...healthy, last_status: '' }, now)).toBe('unknown');
  expect(conditionOf({ ...healthy, last_status: null }, now)).toBe('unknown');
  expect(conditionOf({ ...healthy, last_status: 'degraded', last_check_at: null }, now)).toBe('unknown');
  expect(conditionOf({ ...healthy, last_status: 'degraded', last_check_at: ago(9999) }, now)).toBe('overdue');
  expect(conditionOf({ ...healthy, last_status: 'up', last_check_at: null }, now)).toBe('pending');
  expect(conditionOf({ ...healthy, last_status: 'degraded', is_active: false }, now)).toBe('inactive');
});

test('an unknown field never makes a monitor up or not checked yet', () => {
  const odd = (field: string, more = {}) => ({ ...healthy, [field]: null, unknown_fields: [field], ...more });
  expect(conditionOf(odd('last_status'), now)).toBe('unknown');
  expect(conditionOf(odd('last_check_at'), now)).toBe('unknown');
  expect(conditionOf(odd('last_check_at', { last_status: null }), now)).toBe('unknown');
  expect(conditionOf(odd('last_check_at', { last_status: 'down' }), now)).toBe('down');
  expect(conditionOf(odd('is_active'), now)).toBe('up');
});

test('an unknown interval counts as a day', () => {
  const odd = { ...healthy, interval: null, unknown_fields: ['interval'] };
  expect(conditionOf({ ...odd, last_check_at: ago(3 * 86_400 + 60) }, now)).toBe('up');
  expect(conditionOf({ ...odd, last_check_at: ago(3 * 86_400 + 61) }, now)).toBe('overdue');
});

const fields = fieldsOf(aMonitor(1));
const since = (
  condition: Condition,
  { checkedAgo, aheadMs = 0 }: { checkedAgo: number | null; aheadMs?: number },
  before?: Pick<ListedMonitor, 'condition' | 'observed_since' | 'last_check_at' | 'unknown_fields'>,
) => {
  const monitor = { ...fields, last_check_at: checkedAgo === null ? null : ago(checkedAgo) };
  return observedSince(condition, { monitor, asOf: now + aheadMs, upstreamNow: now }, before);
};
const before: Parameters<typeof since>[2] = {
  condition: 'up',
  observed_since: ago(7200),
  last_check_at: ago(100),
  unknown_fields: [],
};

test.each(['down', 'up'] as const)('%s starts with the check that reported it', (condition) => {
  const another = { ...before, condition: 'pending' as const };
  expect(since(condition, { checkedAgo: 43 }, another)).toBe(ago(43));
  expect(since(condition, { checkedAgo: 43 })).toBe(ago(43));
});

test('observed_since stays the same while the condition does not change', () => {
  expect(since('up', { checkedAgo: 43 }, before)).toBe(ago(7200));
});

test('overdue counts from the last check and a monitor that was never checked from its creation, as the list shows it', () => {
  expect(since('overdue', { checkedAgo: 900 }, before)).toBe(ago(900));
  expect(since('overdue', { checkedAgo: 900 }, { ...before, condition: 'overdue' })).toBe(ago(900));
  expect(since('pending', { checkedAgo: null })).toBe(fields.created_at);
});

test('the time of a check is converted to our clock, unless the clocks may be equal', () => {
  const hour = 3_600_000;
  expect(since('down', { checkedAgo: 43, aheadMs: hour }, before)).toBe(ago(43 - 3600));
  expect(since('down', { checkedAgo: 43, aheadMs: -hour }, before)).toBe(ago(43 + 3600));
  expect(since('down', { checkedAgo: 43, aheadMs: 2000 }, before)).toBe(ago(43));
  expect(since('down', { checkedAgo: 43, aheadMs: 2001 }, before)).toBe(ago(43 - 2.001));
});

test('a check does not count as new when the one before it is unknown', () => {
  const odd = { ...before, condition: 'unknown' as const, last_check_at: null };
  expect(since('up', { checkedAgo: 43 }, { ...odd, unknown_fields: ['last_check_at'] })).toBe(ago(0));
  expect(since('up', { checkedAgo: 43 }, { ...odd, unknown_fields: ['port'] })).toBe(ago(43));
});

test('without a check that reported it, a condition starts when it was read', () => {
  expect(since('down', { checkedAgo: null }, before)).toBe(ago(0));
  expect(since('down', { checkedAgo: -5 }, before)).toBe(ago(0));
  expect(since('inactive', { checkedAgo: 43 }, before)).toBe(ago(0));
});

test('after reactivation, down does not start with a check before the deactivation', () => {
  const off = { ...before, condition: 'inactive' as const, last_check_at: ago(9000) };
  expect(since('down', { checkedAgo: 9000 }, off)).toBe(ago(0));
  expect(since('down', { checkedAgo: 43 }, off)).toBe(ago(43));
});

test('no condition starts after it was read, and its age is independent of the difference of the clocks', () => {
  const seconds = fc.integer({ min: -100_000, max: 100_000_000 });
  fc.assert(
    fc.property(seconds, fc.integer({ min: -1e12, max: 1e12 }), (checkedAgo, aheadMs) => {
      const age = now + aheadMs - Date.parse(since('down', { checkedAgo, aheadMs }));
      expect(age).toBeGreaterThanOrEqual(0);
      const tolerated = aheadMs >= 0 && aheadMs <= 2000 ? aheadMs : 0;
      expect(age).toBe(Math.max(0, checkedAgo * 1000 + tolerated));
    }),
  );
});
