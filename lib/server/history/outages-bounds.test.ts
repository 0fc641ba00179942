import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { type Range, shareOf } from './availability.ts';
import { observe } from './outages.ts';
import { arbitraryCase, countedAs, measureObserved, replay, type Truth } from './replayed-world.fixtures.ts';

/** Returns the true outages within a range. */
function outagesIn(truth: readonly Truth[], { since, until }: Range): Range[] {
  const outages: Range[] = [];
  for (const [place, state] of truth.entries()) {
    if (countedAs(state) !== 'down') continue;
    const from = Math.max(since, state.at);
    const to = Math.min(until, truth[place + 1]?.at ?? Number.POSITIVE_INFINITY);
    const last = outages.at(-1);
    if (from >= to) continue;
    if (last?.until === from) last.until = to;
    else outages.push({ since: from, until: to });
  }
  return outages;
}

test('availability and downtime of the observed time lie between their bounds, whatever happens between crawls, and the outages add up to it', async () => {
  let seen = 0;
  let figures = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryCase, async (one) => {
      const replayed = await replay(one);
      const { noon, now, timeline } = replayed;
      if (timeline === undefined) return;
      const points = [-0.1, 0, 0.2, 0.5, 0.7, 1].map((share) => noon + Math.floor(share * (now - noon)));
      const ranges = points.flatMap((since) => points.map((until) => ({ since, until })));
      for (const range of ranges.filter(({ since, until }) => since < until)) {
        const { up, down } = measureObserved(replayed, timeline, range);
        const { observed, outages: seenOutages } = observe(timeline, range);
        const { least: atLeast, most: atMost } = shareOf(observed.times);
        if (atLeast !== null && atMost !== null) {
          expect(up + down).toBeGreaterThan(0);
          expect(atLeast).toBeLessThanOrEqual(up / (up + down));
          expect(atMost).toBeGreaterThanOrEqual(up / (up + down));
          figures += 1;
        }
        const { certain, possible } = observed.times;
        expect(certain.down).toBeLessThanOrEqual(down);
        expect(possible.down).toBeGreaterThanOrEqual(down);
        const least = seenOutages.reduce((sum, { lastedMs }) => sum + lastedMs.least, 0);
        const most = seenOutages.reduce((sum, { lastedMs }) => sum + lastedMs.most, 0);
        expect(least).toBeLessThanOrEqual(certain.down);
        expect(observed.longestMs.least).toBeLessThanOrEqual(down);
        const outages = outagesIn(replayed.truth, range);
        expect(observed.count.least).toBeLessThanOrEqual(outages.length);
        for (const outage of outages) {
          const downMs = measureObserved(replayed, timeline, outage).down;
          expect(observed.longestMs.most).toBeGreaterThanOrEqual(downMs);
        }
        expect(observed.repaired.ms.least).toBeLessThanOrEqual(least);
        expect(observed.repaired.ms.most).toBeLessThanOrEqual(most);
        for (const { lastedMs } of seenOutages) expect(lastedMs.least).toBeLessThanOrEqual(lastedMs.most);
        expect(observed.count.least).toBeLessThanOrEqual(observed.count.most);
        seen += observed.count.least;
      }
    }),
    { numRuns: generated(60) },
  );
  expect(seen).toBeGreaterThan(0);
  expect(figures).toBeGreaterThan(0);
});
