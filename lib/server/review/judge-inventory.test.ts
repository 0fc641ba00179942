import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildIndex } from '../inventory/query/inventory-index.ts';
import { snapshotOf } from '../inventory/query/naive-inventory.fixtures.ts';
import { arbitraryMonitors } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { judgeInventory, judgeMonitor } from './judge-inventory.ts';
import { factsOf, NOW, nothingObserved, webMonitor } from './review.fixtures.ts';
import { rules } from './rules.ts';

const settings = fc.record(
  {
    http_method: fc.constantFrom(null, 'GET', 'HEAD', 'POST'),
    expected_status_codes: fc.option(fc.array(fc.constantFrom(200, 301, 404), { maxLength: 3 }), {
      nil: null,
    }),
    follow_redirects: fc.constantFrom(null, true, false),
    timeout_ms: fc.constantFrom(null, 1000, 60_000),
  },
  { requiredKeys: [] },
);

test('each rule names each monitor, or does not, or does not know, whatever the monitors', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryMonitors,
      fc.array(settings),
      fc.boolean(),
      async (listed, known, isComplete) => {
        const monitors = listed.map((monitor, index) => ({ ...monitor, ...known[index] }));
        const index = buildIndex({ ...snapshotOf(monitors), asOf: NOW });
        const facts = factsOf(index.rows, { isComplete });
        const judgements = await judgeInventory(index, isComplete, nothingObserved, new Set());
        expect(judgements.map(({ rule }) => rule)).toEqual(rules);
        for (const { rule, named, unknown } of judgements) {
          const others = index.rows.filter((row) => judgeMonitor(rule, row, facts) === false);
          expect(named.size + unknown + others.length, rule.id).toBe(monitors.length);
        }
      },
    ),
  );
});

test('no rule says of a monitor whose last check succeeded that it cannot work', async () => {
  let named = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryMonitors, fc.array(settings), async (listed, known) => {
      const monitors = listed.map((monitor, index) => ({ ...monitor, ...known[index] }));
      const index = buildIndex({ ...snapshotOf(monitors), asOf: NOW });
      for (const { rule, named: found } of await judgeInventory(index, true, nothingObserved, new Set())) {
        if (rule.topic !== 'cannot_work') continue;
        named += found.size;
        expect([...found].filter(({ last_status }) => last_status !== 'down')).toEqual([]);
      }
    }),
  );
  expect(named).toBeGreaterThan(0);
});

test('no rule names a sound monitor', async () => {
  const index = buildIndex(snapshotOf([webMonitor({}, 1), webMonitor({}, 2)]));
  const judgements = await judgeInventory(index, true, nothingObserved, new Set());
  const naming = judgements.filter(({ named }) => named.size > 0);
  expect(naming).toEqual([]);
});
