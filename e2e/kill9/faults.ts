import type { Kill } from './run.ts';

/** Returns one line for each fault after the kills; empty when every restart served a complete snapshot. */
export function faultsOf(kills: readonly Kill[], monitors: number): string[] {
  let newest = 0;
  return kills.flatMap(({ rows, generations, lastSent, ageMs }, index) => {
    const faults: string[] = [];
    const [generation = 0] = generations;
    if (rows !== monitors) faults.push(`${rows} of ${monitors} rows`);
    if (generations.length !== 1) faults.push(`rows of generations ${generations.join(', ')}`);
    // A restart must not serve an older snapshot than an earlier one.
    if (generation < newest) faults.push(`generation ${generation}, after ${newest} had been shown`);
    if (generation > lastSent)
      faults.push(`generation ${generation}, when ${lastSent} was the last whole one`);
    if (ageMs < 0) faults.push('a list from the future');
    newest = Math.max(newest, generation);
    return faults.map((fault) => `after kill ${index + 1}: ${fault}`);
  });
}
