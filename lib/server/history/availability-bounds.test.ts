import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { availabilityOf } from './availability.ts';
import { arbitraryCase, measure, replay } from './replayed-world.fixtures.ts';

test('the availability lies between its bounds, whatever happens between crawls', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCase, async (one) => {
      const { noon, now, truth, timeline } = await replay(one);
      if (timeline === undefined) return;
      const points = [0, 0.2, 0.5, 0.7, 1].map((share) => noon + Math.floor(share * (now - noon)));
      const ranges = points.flatMap((since) => points.map((until) => [since, until] as const));
      for (const [since, until] of ranges) {
        const { up, down } = measure(truth, one.whileOverdue, [since, until]);
        const bounds = availabilityOf(timeline, { since, until });
        if (bounds === null) continue;
        expect(up + down).toBeGreaterThan(0);
        expect(bounds.least).toBeLessThanOrEqual(up / (up + down));
        expect(bounds.most).toBeGreaterThanOrEqual(up / (up + down));
      }
    }),
    { numRuns: generated(60) },
  );
});
