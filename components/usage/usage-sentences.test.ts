import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatShare } from '@/lib/text/format';
import { bannerMessage } from './banner-message';
import { spendingParts } from './spending';
import { minutesAgo, noon, usageOf } from './usage.fixtures';
import { paceMessage, unknownMessage } from './usage-messages';
import { usageWindows, windowStatus } from './usage-windows';

/** A window. The API may have said nothing about it. */
const counter = fc.oneof(
  fc.constant({ limit: null, remaining: null }),
  fc
    .integer({ min: 1, max: 1_000_000 })
    .chain((limit) => fc.record({ limit: fc.constant(limit), remaining: fc.nat(limit) })),
);
const count = fc.oneof(fc.constant(0), fc.nat(500));

const anyUsage = fc
  .record({
    minute: counter,
    daily: counter,
    monthly: counter,
    runsOut: fc.option(fc.integer({ min: 1, max: 1000 })),
    observedMinutes: fc.option(fc.nat(120)),
    spent: fc.record({
      inventory: count,
      list: count,
      detail: count,
      probe: count,
      retry: count,
      settings: count,
    }),
    isObserved: fc.boolean(),
    state: fc.constantFrom('ok' as const, 'near_limit' as const),
    limitedBy: fc.constantFrom(null, 'minute' as const, 'daily' as const, 'monthly' as const),
  })
  .map(({ minute, daily, monthly, runsOut, observedMinutes, spent, isObserved, state, limitedBy }) => {
    const resets = { resets_at: null, resets_at_local: null };
    const runs_out_at = runsOut === null ? null : minutesAgo(-runsOut);
    const { refresh } = usageOf();
    return usageOf({
      state,
      observed_at: isObserved ? minutesAgo(0) : null,
      rate_limit: { ...minute, resets_at: null },
      daily: { ...daily, ...resets, runs_out_at: daily.remaining === 0 ? null : runs_out_at },
      monthly: { ...monthly, ...resets, runs_out_at: null },
      spent_here: { since: minutesAgo(120), ...spent },
      spent_elsewhere: {
        since: observedMinutes === null ? null : minutesAgo(observedMinutes),
        daily: 0,
        monthly: 0,
      },
      refresh: { ...refresh, limited_by: limitedBy },
    });
  });

test('no sentence contradicts the figures of its window', () => {
  fc.assert(
    fc.property(anyUsage, (usage) => {
      for (const quota of ['daily', 'monthly'] as const) {
        const { limit, remaining, runs_out_at } = usage[quota];
        const { label } = windowStatus(usage[quota]);
        const message = paceMessage(usage, quota, noon, 'UTC');
        expect(label === 'Used up').toBe(remaining === 0);
        expect(message === 'Used up').toBe(remaining === 0);
        expect(label === 'No data yet').toBe(remaining === null);
        if (label.startsWith('Low')) expect(label).toBe(`Low: ${formatShare(remaining ?? 0, limit ?? 1)}`);
        if (message.startsWith('Enough') && message.endsWith('at this rate')) {
          expect(runs_out_at).toBeNull();
          // A forecast needs half an hour of observation.
          expect(Date.parse(usage.spent_elsewhere.since ?? '')).toBeLessThanOrEqual(noon - 1_800_000);
        }
      }
      if (unknownMessage(usage) === 'no API requests yet') expect(spendingParts(usage).ours).toBe(0);
    }),
  );
});

test('the banner names a share that its own figures have', () => {
  const names = ['this minute’s', 'today’s', 'this month’s'];
  fc.assert(
    fc.property(anyUsage, (usage) => {
      const headline = bannerMessage(usage)?.headline;
      if (headline === undefined) return;
      const shares = usageWindows(usage).flatMap(({ known }, index) =>
        known === null
          ? []
          : [`${formatShare(known.remaining, known.limit)} of ${names[index]} requests left.`],
      );
      expect(shares).toContain(headline);
    }),
  );
});
