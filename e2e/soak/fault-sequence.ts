import { lasting, passing } from './faults.ts';
import { REFUSED } from './upstream.ts';

/** Every kind that passes. */
const passingNames = [REFUSED, ...Object.keys(passing)];

/**
 * The order in which upstream fails: each kind once, those that pass first and in an order by chance, then by chance
 * for as long as somebody asks.
 *
 * @param withLasting whether those after which upstream is left alone for minutes are among them
 */
export function* faultSequence(random: () => number, withLasting: boolean): Generator<string, never> {
  const left = [...passingNames];
  while (left.length > 0) yield* left.splice(Math.floor(random() * left.length), 1);
  if (withLasting) yield* Object.keys(lasting);
  while (true) yield* passingNames.slice(Math.floor(random() * passingNames.length)).slice(0, 1);
}

/** What `faultSequence` gives once at least. */
export function allFaults(withLasting: boolean): string[] {
  return withLasting ? [...passingNames, ...Object.keys(lasting)] : passingNames;
}
