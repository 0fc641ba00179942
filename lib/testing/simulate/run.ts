import { createFakeClock } from '../../server/clock.fixtures.ts';
import { createCrowd } from './crowd.ts';
import { createOrganization } from './organization.ts';
import { othersIn } from './others.ts';
import { createProduct } from './product.ts';
import { seeded } from './random.ts';
import type { Scenario } from './scenarios.ts';
import { createSimulatedUpstream } from './upstream.ts';

/** How finely the simulation steps and looks, milliseconds. */
export const STEP_MS = 10_000;
const DAY_MS = 86_400_000;

/** One step. */
export interface Sample {
  /** Its end, epoch ms. */
  at: number;
  /** Age of what is shown at some moment of it, milliseconds; null before the first snapshot. */
  age: number | null;
  /** The shortest interval requested by those looking, seconds; null when nobody looks or all have paused. */
  requestedInterval: number | null;
  /** Requests that were answered in this step: to us (others: to them). */
  ours: number;
  others: number;
  /** Snapshots published in this step. */
  refreshes: number;
  /**
   * At its end nothing newer has been published for one and a half planned intervals, nobody has paused it, and nothing
   * says why. Counted from publishing, because a large inventory is as old as its reading took when it is published.
   */
  isSilentlyOld: boolean;
}

export interface Run {
  scenario: Scenario;
  samples: readonly Sample[];
  /** Answers 429 to our key. */
  refused: number;
}

/** Plays a scenario. It begins at a random moment, of which the product knows nothing. */
export async function runScenario(scenario: Scenario, options: { days: number; seed: number }): Promise<Run> {
  // Chance of its own for everybody: what others do does not depend on what we do.
  const chance = (part: number) => seeded(options.seed * 10 + part);
  const random = chance(0);
  const othersChance = chance(1);
  const zoneMs = Math.floor(random() * 24) * 3_600_000;
  const clock = createFakeClock(Date.parse('2026-11-01T00:00:00.000Z') + Math.floor(random() * 20 * DAY_MS));
  const organization = createOrganization(scenario, clock);
  const upstream = createSimulatedUpstream({ ...organization, clock, random: chance(2) });
  let asOf: number | null = null;
  let publishedAt: number | null = null;
  let refreshes = 0;
  let isDegraded = false;
  const { refresher } = createProduct({
    client: upstream.client,
    clock,
    random: chance(3),
    publish(result) {
      asOf = result.asOf;
      publishedAt = clock.now();
      refreshes += 1;
      isDegraded = result.failure !== null;
    },
    failed() {
      isDegraded = true;
    },
  });
  const { seen } = refresher;
  const crowd = createCrowd({ most: scenario.viewers, zoneMs, random: chance(4), seen });
  const samples: Sample[] = [];
  let before = { received: 0, refused: 0, refreshes: 0 };

  refresher.start();
  const steps = Math.round((options.days * DAY_MS) / STEP_MS);
  for (let step = 0; step < steps; step += 1) {
    // At a random moment of the step: an even beat would always meet refreshes at the same age.
    const until = STEP_MS * random();
    await clock.pass(until);
    const age = asOf === null ? null : clock.now() - asOf;
    await clock.pass(STEP_MS - until);
    const at = clock.now();
    const others = organization.spend(
      othersIn(scenario.others, { now: at, stepMs: STEP_MS, zoneMs }, othersChance) +
        drained(scenario, othersChance),
    );
    crowd.step(at);
    const after = { ...upstream.counts(), refreshes };
    const { paused, actualS } = refresher.state();
    samples.push({
      at,
      age,
      requestedInterval: crowd.requestedInterval(),
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

/** Requests with which others take all that is left of the day, in few steps. */
function drained({ others, limits }: Scenario, random: () => number): number {
  if (others.drains === undefined) return 0;
  return random() < (others.drains * STEP_MS) / DAY_MS ? limits.daily : 0;
}
