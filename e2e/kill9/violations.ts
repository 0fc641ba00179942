import type { Kill } from './run.ts';

/** Returns one line for each violation after the kills; empty when every restart served a complete snapshot. */
export function violationsOf(kills: readonly Kill[], monitors: number): string[] {
  let newest = 0;
  return kills.flatMap(({ rows, generations, lastSent, ageMs }, index) => {
    const violations: string[] = [];
    const [generation = 0] = generations;
    if (rows !== monitors) violations.push(`${rows} of ${monitors} rows`);
    if (generations.length !== 1) violations.push(`rows of generations ${generations.join(', ')}`);
    // A restart must not serve an older snapshot than an earlier one.
    if (generation < newest) violations.push(`generation ${generation}, after ${newest} had been shown`);
    if (generation > lastSent)
      violations.push(`generation ${generation}, when upstream had completely sent only ${lastSent}`);
    if (ageMs < 0) violations.push('as_of is in the future');
    newest = Math.max(newest, generation);
    return violations.map((violation) => `after kill ${index + 1}: ${violation}`);
  });
}
