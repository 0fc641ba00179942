/**
 * Kills the built product at random moments under load and restarts it with upstream dead:
 * `npm run kill9 -- [--times N] [--monitors N] [--seed S]`. Ends with code 1 unless every restart served a whole
 * snapshot in time.
 */
import { parseArgs } from 'node:util';
import { type Kill, runKills } from './run.ts';

/** What the measures promise of a start. Milliseconds. */
const IN_TIME_MS = 3000;

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '100' },
    monitors: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
const monitors = Number(values.monitors);
const isWhole = (kill: Kill) => kill.rows === monitors && kill.generations.length === 1;
const isInTime = (kill: Kill) => kill.tookMs <= IN_TIME_MS;

const kills = await runKills({
  times: Number(values.times),
  monitors,
  seed: Number(values.seed),
  each(kill, number) {
    const { rows, generations, handedOut, tookMs, answers } = kill;
    const what = isWhole(kill) ? 'whole' : 'NOT WHOLE';
    console.log(
      `${number}: ${what}, ${rows} rows of generation ${generations.join(', ')} (of ${handedOut}), ` +
        `after ${Math.round(tookMs)} ms; ${answers} answers before`,
    );
  },
});

const times = kills.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
const behind = kills.map(({ handedOut, generations }) => handedOut - Math.max(...generations));
const good = kills.filter((kill) => isWhole(kill) && isInTime(kill)).length;
console.log(
  [
    `${good} of ${kills.length} restarts served a whole snapshot within ${IN_TIME_MS} ms, upstream dead.`,
    `First rows after ${Math.round(times[0] ?? 0)} to ${Math.round(times.at(-1) ?? 0)} ms, ` +
      `half of them within ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms.`,
    `Of what upstream had handed out whole, ${behind.filter((lost) => lost === 0).length} restarts had the last, ` +
      `the others one ${Math.max(0, ...behind)} crawls before at most.`,
  ].join('\n'),
);
if (good < kills.length) process.exitCode = 1;
