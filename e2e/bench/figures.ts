/** Prints one line of the table. Figures without a goal explain the others. */
export function printFigure(name: string, figure: string, goal?: { text: string; met: boolean }): void {
  const held = goal ? `  goal ${goal.text}: ${goal.met ? 'met' : 'NOT met'}` : '';
  console.log(`  ${name.padEnd(52)} ${figure.padStart(12)}${held}`);
}

/** Prints a figure with a maximum as its goal, both in the same unit. */
export function printAtMost(name: string, value: number, most: number, unit: string): void {
  printFigure(name, inUnit(value, unit), { text: `≤ ${inUnit(most, unit)}`, met: value <= most });
}

/** Formats a value with three significant digits, or as an integer from 1,000 on. */
export function inUnit(value: number, unit: string): string {
  const digits = value < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 };
  const number = value.toLocaleString('en', digits);
  return unit === '' ? number : `${number} ${unit}`;
}

/** The value that a share (0 to 1) of all values does not exceed; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

/** The median of an odd number of values; NaN without values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
