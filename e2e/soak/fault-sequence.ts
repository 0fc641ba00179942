import { longFaults, shortFaults } from './faults.ts';
import { REFUSED } from './upstream.ts';

/** The names of all short faults. */
const shortNames = [REFUSED, ...Object.keys(shortFaults)];

/**
 * Yields fault names endlessly: each short one once in random order, then the long ones, then random short ones.
 *
 * @param withLong whether to include the faults after which Sightline backs off for minutes
 */
export function* faultSequence(random: () => number, withLong: boolean): Generator<string, never> {
  const left = [...shortNames];
  while (left.length > 0) yield* left.splice(Math.floor(random() * left.length), 1);
  if (withLong) yield* Object.keys(longFaults);
  while (true) yield* shortNames.slice(Math.floor(random() * shortNames.length)).slice(0, 1);
}

/** Returns all faults that `faultSequence` contains. */
export function allFaults(withLong: boolean): string[] {
  return withLong ? [...shortNames, ...Object.keys(longFaults)] : shortNames;
}
