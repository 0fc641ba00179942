import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { availabilityOf } from './availability.ts';
import { arbitraryCase, measureObserved, replay } from './replayed-world.fixtures.ts';

test('the availability of the observed time lies between its bounds, whatever happens between crawls', async () => {
  let figures = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryCase, async (one) => {
      const replayed = await replay(one);
      const { noon, now, timeline } = replayed;
      if (timeline === undefined) return;
      const points = [0, 0.2, 0.5, 0.7, 1].map((share) => noon + Math.floor(share * (now - noon)));
      const ranges = points.flatMap((since) => points.map((until) => ({ since, until })));
      for (const range of ranges) {
        const { least, most } = availabilityOf(timeline, range);
        if (least === null || most === null) continue;
        const { up, down } = measureObserved(replayed, timeline, range);
        expect(up + down).toBeGreaterThan(0);
        expect(least).toBeLessThanOrEqual(up / (up + down));
        expect(most).toBeGreaterThanOrEqual(up / (up + down));
        figures += 1;
      }
    }),
    { numRuns: generated(60) },
  );
  expect(figures).toBeGreaterThan(0);
});
