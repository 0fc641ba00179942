/**
 * Kills the built product at random moments under load and restarts it while upstream is down:
 * `npm run kill9 -- [--times N] [--monitors N] [--seed S] [--postgres]`. Exits with code 1 unless every restart served a complete
 * snapshot.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../../lib/demo/postgres-server.ts';
import { runKills } from './run.ts';
import { violationsOf } from './violations.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '100' },
    monitors: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
  },
});
const monitors = Number(values.monitors);
const postgres = values.postgres ? await startPostgres() : undefined;

const kills = await runKills({
  times: Number(values.times),
  monitors,
  seed: Number(values.seed),
  postgres,
  each({ rows, generations, lastSent, tookMs, responses }, number) {
    console.log(
      `${number}: ${rows} rows of generation ${generations.join(', ')} (upstream had completely sent ${lastSent}), ` +
        `after ${Math.round(tookMs)} ms; ${responses} responses before the kill`,
    );
  },
});
await postgres?.remove();

const violations = violationsOf(kills, monitors);
const times = kills.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
const behind = kills.map(({ lastSent, generations }) => lastSent - Math.max(...generations));
console.log(
  [
    ...violations,
    `${kills.length} restarts while upstream was down, ${kills.reduce((sum, { rows }) => sum + rows, 0)} rows read of ${new Set(kills.map(({ generations }) => generations[0])).size} different lists, ${violations.length} violations.`,
    `First rows after ${Math.round(times[0] ?? 0)} to ${Math.round(times.at(-1) ?? 0)} ms, ` +
      `median ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms.`,
    `${behind.filter((lost) => lost === 0).length} restarts served the last snapshot that upstream had sent completely, ` +
      `the others one from at most ${Math.max(0, ...behind)} crawls earlier.`,
  ].join('\n'),
);
if (violations.length > 0) process.exitCode = 1;
