import { DAY_MS } from '../../contract/limits.ts';
import { createFakeClock } from '../../server/clock.fixtures.ts';
import type { CrawlResult } from '../../server/inventory/crawl/crawler.ts';
import { createOrganization } from './organization.ts';
import { requestsOfOtherClients } from './other-clients.ts';
import { createProduct } from './product.ts';
import { seeded } from './random.ts';
import type { Scenario } from './scenarios.ts';
import { createSimulatedViewers } from './simulated-viewers.ts';
import { createSimulatedUpstream } from './upstream.ts';

/** The duration of one simulation step, milliseconds. */
export const STEP_MS = 10_000;
const MONTH_BEGINS = Date.parse('2026-11-01T00:00:00.000Z');

/** The observations of one step. */
export interface Sample {
  /** The end of the step, epoch ms. */
  at: number;
  /** Age of the data at a random moment of the step, milliseconds; null before the first snapshot. */
  age: number | null;
  /** Whether a viewer who has not paused is present. */
  isWatched: boolean;
  /** Our requests in this step that were not rejected. */
  ours: number;
  /** Requests of other clients in this step that were not rejected. */
  others: number;
  /** Snapshots published in this step. */
  refreshes: number;
  /**
   * At the end of the step nothing newer has been published for 1.5 planned intervals, refreshing is not paused, and no
   * reason is reported. Counted from publishing, because a large inventory is already as old as its crawl took by then.
   */
  isSilentlyOld: boolean;
}

export interface SimulatedRun {
  scenario: Scenario;
  samples: readonly Sample[];
  /** Our requests that were rejected with 429. */
  refused: number;
}

/** Runs a scenario. It begins at a random moment, which is unknown to the product. */
export async function runScenario(
  scenario: Scenario,
  options: { days: number; seed: number },
): Promise<SimulatedRun> {
  // Separate random generators, so that the behaviour of other clients does not depend on ours.
  const randomOf = (part: number) => seeded(options.seed * 10 + part);
  const random = randomOf(0);
  const othersRandom = randomOf(1);
  const zoneMs = Math.floor(random() * 24) * 3_600_000;
  const begins = random() * 20 * DAY_MS;
  const clock = createFakeClock(MONTH_BEGINS + Math.floor(begins));
  const organization = createOrganization(scenario, clock);
  const upstream = createSimulatedUpstream({ ...organization, clock, random: randomOf(2) });
  let asOf: number | null = null;
  let publishedAt: number | null = null;
  let refreshes = 0;
  let isDegraded = false;
  const { refresher } = createProduct({
    client: upstream.client,
    clock,
    random: randomOf(3),
    publish(result: CrawlResult) {
      asOf = result.asOf;
      publishedAt = clock.now();
      refreshes += 1;
      isDegraded = result.failure !== null;
    },
    recordFailure() {
      isDegraded = true;
    },
  });
  const { seen } = refresher;
  const viewers = createSimulatedViewers({ maxViewers: scenario.viewers, zoneMs, random: randomOf(4), seen });
  const samples: Sample[] = [];
  let before = { received: 0, refused: 0, refreshes: 0 };

  refresher.start();
  const steps = Math.round((options.days * DAY_MS) / STEP_MS);
  for (let step = 0; step < steps; step += 1) {
    // Sampled at a random moment of the step, because a fixed one would always sample refreshes at the same age.
    const until = STEP_MS * random();
    await clock.pass(until);
    const age = asOf === null ? null : clock.now() - asOf;
    await clock.pass(STEP_MS - until);
    const at = clock.now();
    const others = organization.spend(
      requestsOfOtherClients(scenario.others, { now: at, stepMs: STEP_MS, zoneMs }, othersRandom) +
        drainIn(scenario, othersRandom),
    );
    viewers.step(at);
    const after = { ...upstream.counts(), refreshes };
    const { paused, actualS } = refresher.state();
    samples.push({
      at,
      age,
      isWatched: viewers.isWatched(),
      ours: after.received - after.refused - (before.received - before.refused),
      others,
      refreshes: after.refreshes - before.refreshes,
      isSilentlyOld:
        !isDegraded && !paused && publishedAt !== null && clock.now() - publishedAt > 1.5 * actualS * 1000,
    });
    before = after;
  }
  refresher.stop();
  return { scenario, samples, refused: before.refused };
}

/** Returns the number of requests with which other clients use up the daily quota in this step; 0: they do not. */
function drainIn({ others, limits }: Scenario, random: () => number): number {
  if (others.drains === undefined) return 0;
  return random() < (others.drains * STEP_MS) / DAY_MS ? limits.daily : 0;
}
