import 'server-only';
import type { Failure } from './errors.ts';

/** An ongoing failure. */
export interface Problem<F extends Failure = Failure> {
  /** The failure of the last attempt. */
  failure: F;
  /** Time of the first of the consecutive failures with this code, epoch ms. */
  since: number;
}

/**
 * Returns the problem after one more failure. A failure with another code starts a new problem; other details, such as
 * the status, may differ.
 *
 * @param before null after a success
 * @param now epoch ms
 */
export function problemAfter<F extends Failure>(before: Problem | null, failure: F, now: number): Problem<F> {
  return { failure, since: before?.failure.code === failure.code ? before.since : now };
}
