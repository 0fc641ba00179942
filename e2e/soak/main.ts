/**
 * Runs the built product with viewers and upstream faults:
 * `npm run soak -- [--minutes N] [--seed S] [--viewers N] [--monitors N]`. Prints its figures; exits with code 1 when
 * there are violations. Runs of ten minutes or more include every kind of fault.
 */
import { parseArgs } from 'node:util';
import { violationsOf } from './evaluate-run.ts';
import { runSoak } from './run.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    viewers: { type: 'string', default: '300' },
    monitors: { type: 'string', default: '250' },
  },
});
const minutes = Number(values.minutes);

let lastFault: string | null = null;
const figures = await runSoak({
  minutes,
  seed: Number(values.seed),
  viewers: Number(values.viewers),
  monitors: Number(values.monitors),
  everyKind: minutes >= 10,
  each(second, fault) {
    if (fault !== lastFault) console.log(`${second} s, upstream: ${fault ?? 'no fault'}`);
    lastFault = fault;
  },
});
const violations = violationsOf(figures);
console.log(figures, violations);
if (violations.length > 0) process.exitCode = 1;
