import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { availabilityOf } from './availability.ts';
import { arbitrarySilence, EVERY, watch, worldOf } from './reference-world.fixtures.ts';

test("the bounds contain the availability of the reference API's monitors, and are as narrow as the crawls allow", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), arbitrarySilence, async (seed, silence) => {
      const clock = createFakeClock();
      const since = clock.now();
      const { until, monitors, visible } = worldOf(seed, silence, { since, noon: since });
      const sources = monitors.map(({ source }) => source);
      const { inventory, history } = await watch(sources, silence, clock);
      expect(clock.now()).toBe(until);
      const rows =
        inventory.current().snapshot?.monitors.map((monitor) => ({ monitor, unreadSince: null })) ?? [];
      const pasts = await history.pasts(rows, { since, slots: [] });
      await history.stop();
      for (const { uuid, periods } of visible) {
        const time = { up: 0, down: 0, uncounted: 0, overdue: 0 };
        for (const { from, to, state } of periods) time[state] += to - from;
        const { least, most } = availabilityOf(pasts.get(uuid)?.timeline ?? expect.fail(), { since, until });
        if (least === null || most === null) continue;
        // In the silence it may have been up or down. Nobody observed that.
        const { up, down } = time;
        expect(least).toBeLessThanOrEqual(up / Math.max(1, up + down - silence.length));
        expect(most).toBeGreaterThanOrEqual((up - silence.length) / (up + down));
        const changing = (periods.length - 1) * 2 * EVERY;
        expect(most - least).toBeLessThanOrEqual(
          (2 * changing) / Math.max(1, up + down - silence.length) + 1e-5,
        );
      }
    }),
    { numRuns: generated(4) },
  );
});
