/**
 * The built product under viewers and faults for a while:
 * `npm run soak -- [--minutes N] [--seed S] [--viewers N] [--monitors N]`. Prints its figures; ends with code 1 when
 * anything is there that must not be. From ten minutes on every kind of fault is among them.
 */
import { parseArgs } from 'node:util';
import { runSoak } from './run.ts';
import { faultsOf, inWords } from './verdict.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    viewers: { type: 'string', default: '300' },
    monitors: { type: 'string', default: '250' },
  },
});
const minutes = Number(values.minutes);

let said: string | null = null;
const figures = await runSoak({
  minutes,
  seed: Number(values.seed),
  viewers: Number(values.viewers),
  monitors: Number(values.monitors),
  everyKind: minutes >= 10,
  each(second, fault) {
    if (fault !== said) console.log(`${second} s, upstream: ${fault ?? 'well'}`);
    said = fault;
  },
});
const faults = faultsOf(figures);
console.log([inWords(figures), ...faults].join('\n'));
if (faults.length > 0) process.exitCode = 1;
