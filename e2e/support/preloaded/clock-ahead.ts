/**
 * Preloaded into the product by movable-clock.ts: each SIGUSR2 sets the wall clock and the monotonic clock forward by
 * one step. So tests need not wait for the time limits of the production build. The query of this file's URL has the
 * length of a step (`minutes`, 60 by default) and the number of steps at the start (`steps`). With `stopped` both
 * clocks advance only in steps.
 */
const { searchParams } = new URL(import.meta.url);
const stepMs = Number(searchParams.get('minutes') ?? 60) * 60_000;
let steps = Number(searchParams.get('steps') ?? 0);

const [startedAt, startedAtMonotonic] = [Date.now(), performance.now()];
const isStopped = searchParams.has('stopped');
const now = isStopped ? () => startedAt : Date.now.bind(Date);
const monotonic = isStopped ? () => startedAtMonotonic : performance.now.bind(performance);
Date.now = () => now() + steps * stepMs;
performance.now = () => monotonic() + steps * stepMs;

process.on('SIGUSR2', () => {
  steps += 1;
  console.log(`clock ahead: ${steps} steps.`);
});
