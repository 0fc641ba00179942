/**
 * Simulates days of quota spending: the refresher, its pacing and the crawler on a simulated clock against the
 * reference API's limiter. Run it with `npm run simulate -- [--scenario NAME] [--days N] [--seed S]`.
 */
import { parseArgs } from 'node:util';
import { figuresOfRun } from './figures.ts';
import { head, legend, line } from './report.ts';
import { runScenario } from './run.ts';
import { scenarios } from './scenarios.ts';

/** The maximum ratio of the main scenario's mean age to the optimum. */
const RATIO_MAX = 1.25;
/** The maximum unexplained age, seconds: a running crawl, and the time until the next check whether one may begin. */
const SILENT_MAX_S = 180;

const { values } = parseArgs({
  options: {
    scenario: { type: 'string' },
    days: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const chosen = scenarios.filter(({ name }) => values.scenario === undefined || name === values.scenario);
if (chosen.length === 0) {
  console.error(`There is no such scenario; there are ${scenarios.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const failures: string[] = [];
console.log(head());
for (const scenario of chosen) {
  const days = values.days === undefined ? scenario.days : Number(values.days);
  const began = performance.now();
  const figures = figuresOfRun(await runScenario(scenario, { days, seed: Number(values.seed) }));
  console.log(line(scenario, days, figures, (performance.now() - began) / 1000));
  if (scenario.avoidable && figures.refused > 0)
    failures.push(`${scenario.name}: ${figures.refused} answers 429`);
  if (figures.silentlyOldS > SILENT_MAX_S) {
    failures.push(`${scenario.name}: ${figures.silentlyOldS} s older than planned without a word`);
  }
  if (scenario === scenarios[0] && (figures.ratio ?? 0) > RATIO_MAX) {
    failures.push(`${scenario.name}: ${figures.ratio?.toFixed(2)} times the optimum, more than ${RATIO_MAX}`);
  }
}
console.log(legend);
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
