import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../../testing/property-runs.ts';
import { createUpstreamModel, type ModelSetup, type Step, steps } from './crawl-model.fixtures';
import { type CrawlResult, crawl } from './crawler';

interface Scenario extends ModelSetup {
  script: { step: Step; pick: number }[];
}

function scenarios(): fc.Arbitrary<Scenario> {
  const step = fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom<Step>('process', 'answer') },
    { weight: 3, arbitrary: fc.constantFrom<Step>('add', 'delete') },
    { weight: 1, arbitrary: fc.constantFrom(...steps) },
  );
  return fc.record({
    perPage: fc.integer({ min: 1, max: 3 }),
    count: fc.integer({ min: 0, max: 9 }),
    // Long enough for changes during a second pass.
    script: fc.array(fc.record({ step, pick: fc.nat({ max: 1_000 }) }), { maxLength: 150, size: 'max' }),
  });
}

/** Crawls while the script runs. After its end the model only responds, until the crawl ends. */
async function run({ script, ...setup }: Scenario) {
  const model = createUpstreamModel(setup);
  let result: CrawlResult | undefined;
  const done = crawl({ readPage: model.readPage }).then((value) => {
    result = value;
  });
  const next = () => new Promise(setImmediate);
  for (const { step, pick } of script) {
    model.perform(step, pick);
    await next();
    if (result) break;
  }
  while (!result) {
    model.perform('process', 0);
    model.perform('answer', 0);
    await next();
  }
  await done;
  return { model, result };
}

test('row 22, row 23: a complete crawl contains each monitor that existed throughout, once, as last read', async () => {
  const complete = { calm: 0, underChange: 0 };
  await fc.assert(
    fc.asyncProperty(scenarios(), async (scenario) => {
      const { model, result } = await run(scenario);
      const uuids = result.rows.map(({ monitor }) => monitor.monitor_uuid);
      expect(new Set(uuids).size).toBe(uuids.length);
      for (const { monitor } of result.rows) {
        expect(monitor.interval).toBe(model.lastRead.get(monitor.monitor_uuid));
      }
      if (!result.complete) return;
      complete[model.changes() > 0 ? 'underChange' : 'calm'] += 1;
      expect(model.stayed().filter((uuid) => !uuids.includes(uuid))).toEqual([]);
    }),
    { numRuns: generated(1_500) },
  );
  // The property would also hold for a crawler that never reports "complete".
  expect(complete.calm).toBeGreaterThan(generated(100));
  expect(complete.underChange).toBeGreaterThan(generated(100));
}, 60_000);
