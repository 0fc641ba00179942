import type { Kill } from './run.ts';

/** Returns one line for each violation after the kills; empty when every restart served a complete snapshot. */
export function violationsOf(kills: readonly Kill[], monitors: number): string[] {
  let newest = 0;
  let isFirst = true;
  return kills.flatMap(({ rows, generations, lastChange, lastSent, ageMs }, index) => {
    const violations: string[] = [];
    const [generation = 0] = generations;
    if (rows !== monitors) violations.push(`${rows} of ${monitors} rows`);
    if (generations.length !== 1) violations.push(`rows of generations ${generations.join(', ')}`);
    // A restart must not serve an older snapshot than an earlier one.
    if (generation < newest) violations.push(`generation ${generation}, after ${newest} had been shown`);
    if (generation > lastSent)
      violations.push(`generation ${generation}, when upstream had completely sent only ${lastSent}`);
    // The list and its changes are stored together. The first list has no changes.
    isFirst &&= lastChange === null;
    if (!isFirst && lastChange !== generation)
      violations.push(`generation ${generation}, but the last change is of ${lastChange}`);
    if (ageMs < 0) violations.push('as_of is in the future');
    newest = Math.max(newest, generation);
    return violations.map((violation) => `after kill ${index + 1}: ${violation}`);
  });
}
