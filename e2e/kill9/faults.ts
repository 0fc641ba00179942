import type { Kill } from './run.ts';

/** What was wrong after the kills, one line for each; empty when every restart served a whole snapshot. */
export function faultsOf(kills: readonly Kill[], monitors: number): string[] {
  let newest = 0;
  return kills.flatMap(({ rows, generations, handedOut, ageMs }, index) => {
    const faults: string[] = [];
    const [generation = 0] = generations;
    if (rows !== monitors) faults.push(`${rows} of ${monitors} rows`);
    if (generations.length !== 1) faults.push(`rows of generations ${generations.join(', ')}`);
    // What was there once does not go again.
    if (generation < newest) faults.push(`generation ${generation}, after ${newest} had been shown`);
    if (generation > handedOut)
      faults.push(`generation ${generation}, when ${handedOut} was the last whole one`);
    if (ageMs < 0) faults.push('a list from the future');
    newest = Math.max(newest, generation);
    return faults.map((fault) => `after kill ${index + 1}: ${fault}`);
  });
}
