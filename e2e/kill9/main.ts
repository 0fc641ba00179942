/**
 * Kills the built product at random moments under load and restarts it while upstream is down:
 * `npm run kill9 -- [--times N] [--monitors N] [--seed S]`. Exits with code 1 unless every restart served a complete
 * snapshot.
 */
import { parseArgs } from 'node:util';
import { faultsOf } from './faults.ts';
import { runKills } from './run.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '100' },
    monitors: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
const monitors = Number(values.monitors);

const kills = await runKills({
  times: Number(values.times),
  monitors,
  seed: Number(values.seed),
  each({ rows, generations, lastSent, tookMs, answers }, number) {
    console.log(
      `${number}: ${rows} rows of generation ${generations.join(', ')} (of ${lastSent}), ` +
        `after ${Math.round(tookMs)} ms; ${answers} answers before`,
    );
  },
});

const faults = faultsOf(kills, monitors);
const times = kills.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
const behind = kills.map(({ lastSent, generations }) => lastSent - Math.max(...generations));
console.log(
  [
    ...faults,
    `${kills.length} restarts with upstream dead, ${faults.length} faults.`,
    `First rows after ${Math.round(times[0] ?? 0)} to ${Math.round(times.at(-1) ?? 0)} ms, ` +
      `half of them within ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms.`,
    `Of what upstream had handed out whole, ${behind.filter((lost) => lost === 0).length} restarts had the last, ` +
      `the others one ${Math.max(0, ...behind)} crawls before at most.`,
  ].join('\n'),
);
if (faults.length > 0) process.exitCode = 1;
