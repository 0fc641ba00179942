import { expect, test } from 'vitest';
import { createFakeClock } from './clock.fixtures.ts';
import { completeCrawl } from './inventory/crawl/crawl-result.fixtures.ts';
import { createInventory } from './inventory/inventory.ts';
import { metricsOf } from './metrics.fixtures.ts';
import { soleReplica } from './replicas/replicas.ts';

function setup(token?: string | null) {
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  const replicas = soleReplica('k3x9');
  const metrics = metricsOf({ clock, inventory, replicas, ...(token === undefined ? {} : { token }) });
  /** The samples whose names begin like this, without `sightline_`. */
  const samples = async (name: string) =>
    (await metrics()).body.split('\n').filter((line) => line.startsWith(`sightline_${name}`));
  return { clock, inventory, metrics, samples };
}

test('only callers with the token learn that there are metrics, and without a token nobody', async () => {
  const { metrics } = setup('scraper');
  expect((await metrics('Bearer scraper')).body).toContain('sightline_');
  for (const wrong of [null, 'Bearer ', 'Bearer scraperx', 'scraper', 'Basic scraper']) {
    await expect(metrics(wrong), String(wrong)).rejects.toThrow('not_found');
  }
  const { metrics: off } = setup(null);
  for (const wrong of [null, 'Bearer ', 'Bearer null', 'Bearer scraper']) {
    await expect(off(wrong), String(wrong)).rejects.toThrow('not_found');
  }
});

test('the age of the list is absent until there is one', async () => {
  const { clock, inventory, samples } = setup();
  expect(await samples('snapshot_age_seconds')).toEqual([]);
  inventory.publish(completeCrawl([], clock.now()));
  clock.advance(30_000);
  expect(await samples('snapshot_age_seconds')).toEqual(['sightline_snapshot_age_seconds 30']);
});

test('a process without replicas leads, and has no metric about reaching the database', async () => {
  const { samples } = setup();
  expect(await samples('leader')).toEqual(['sightline_leader 1']);
  expect(await samples('replicas')).toEqual(['sightline_replicas 1']);
  expect(await samples('storage_reachable')).toEqual([]);
});

test('values that were not observed are absent, also in gauges with labels', async () => {
  const { inventory, samples } = setup();
  expect(await samples('upstream_remaining')).toEqual([]);
  expect(await samples('problem')).toEqual([]);
  inventory.recordFailure({ code: 'upstream_timeout' });
  expect(await samples('problem')).toEqual(['sightline_problem{code="upstream_timeout"} 1']);
  expect(await samples('degraded')).toEqual(['sightline_degraded 1']);
  inventory.publish(completeCrawl([]));
  expect(await samples('problem')).toEqual([]);
  expect(await samples('degraded')).toEqual(['sightline_degraded 0']);
});
