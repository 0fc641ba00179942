import fc from 'fast-check';
import type { HistoryMeta, MonitorHistory, MonitorSlot } from '@/lib/contract/changes';
import { conditions } from '@/lib/contract/conditions';

/** The current time of the tests, in milliseconds since the epoch. */
export const noon = Date.parse('2026-11-20T12:00:00.000Z');
export const QUARTER_MS = 15 * 60_000;

export function isoAt(instant: number): string {
  return new Date(instant).toISOString();
}

/**
 * A slot in which the monitor was up, with 15 checks of 100 ms. All checks have a response time unless `mean_ms` is null or
 * `timed` says otherwise.
 *
 * @param ago how many quarters of an hour ago it began
 */
export function slotOf(ago: number, changes: Partial<MonitorSlot> = {}): MonitorSlot {
  return {
    at: isoAt(noon - ago * QUARTER_MS),
    quarters: 1,
    state: 'up',
    maintenance: false,
    checks: 15,
    down: 0,
    timed: changes.mean_ms === null ? 0 : (changes.checks ?? 15),
    mean_ms: 100,
    max_ms: 120,
    ...changes,
  };
}

/** An observation that began the evening before. */
export function historyOf(slots: readonly MonitorSlot[], meta: Partial<HistoryMeta> = {}): MonitorHistory {
  return {
    data: {
      slot_s: 900,
      slots: [...slots],
      availability: null,
      outages: null,
      changes: [],
    },
    meta: {
      observed_from: '2026-11-19T18:05:00.000Z',
      gaps: [],
      as_of: isoAt(noon),
      kept_days: 30,
      not_saved_since: null,
      ...meta,
    },
  };
}

/** Slots of the last 24 hours, oldest first. Some are missing. */
export const someSlots: fc.Arbitrary<MonitorSlot[]> = fc
  .uniqueArray(
    fc.record({
      quarters: fc.nat(95),
      state: fc.constantFrom(...conditions),
      maintenance: fc.boolean(),
      checks: fc.nat(15),
      isTimed: fc.boolean(),
      mean: fc.integer({ min: 1, max: 2000 }),
    }),
    { selector: ({ quarters }) => quarters, maxLength: 96 },
  )
  .map((some) =>
    some
      .toSorted((a, b) => b.quarters - a.quarters)
      .map(({ quarters, isTimed, mean, ...slot }) => {
        const timed = isTimed && slot.checks > 0;
        const times = { mean_ms: timed ? mean : null, max_ms: timed ? mean * 2 : null };
        return slotOf(quarters, { ...slot, ...times });
      }),
  );
