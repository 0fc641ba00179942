/**
 * The built product under viewers and faults for a while:
 * `npm run soak -- [--minutes N] [--seed S] [--viewers N] [--monitors N]`. Prints its figures; ends with code 1 when
 * anything is there that must not be.
 */
import { parseArgs } from 'node:util';
import { runSoak } from './run.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    viewers: { type: 'string', default: '300' },
    monitors: { type: 'string', default: '250' },
  },
});

/** How much more may be held at the end than in the beginning, MB: what caches fill up with. */
const GROWTH_MB = 40;

const figures = await runSoak({
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  viewers: Number(values.viewers),
  monitors: Number(values.monitors),
  each(second, fault) {
    if (second % 30 === 0) console.log(`${second} s, upstream: ${fault ?? 'well'}`);
  },
});
const { wrongs, answers, audits, faults, kills, received, refused, heapBefore, heapAfter, resident } =
  figures;
const met = Object.entries(faults).map(([name, times]) => `${name} (${times})`);
console.log(
  [
    `answers checked         ${answers}, and ${audits} whole lists`,
    `faults                  ${met.join(', ')}; killed and restarted ${kills} times`,
    `wrong rows              ${wrongs.wrongRows}`,
    `lost, doubled monitors  ${wrongs.lost}, ${wrongs.doubled}`,
    `stale without a word    ${wrongs.unflagged}; the oldest list that named no reason was ${figures.oldestSilentS} s old`,
    `no answer               ${wrongs.failed}`,
    `requests upstream       ${received}, beyond the limits ${refused}`,
    `heap                    ${heapBefore} MB in the second quarter, ${heapAfter} MB in the last; resident at most ${resident} MB`,
    ...figures.failures,
  ].join('\n'),
);
const bad = Object.values(wrongs).reduce((sum, count) => sum + count, refused);
if (bad > 0 || heapAfter > heapBefore + GROWTH_MB) process.exitCode = 1;
