import 'server-only';
import type { Failure } from './errors.ts';

/** Why something cannot be read, judging by the last attempt, and since when, epoch ms. */
export interface Trouble<F extends Failure = Failure> {
  failure: F;
  since: number;
}

/**
 * The trouble after one more failure. One with another code is trouble of another kind, which begins now: a key was not
 * rejected since the server errors before it. Details, such as the status, may differ.
 *
 * @param before null after a good answer; @param now epoch ms
 */
export function troubleAfter<F extends Failure>(before: Trouble | null, failure: F, now: number): Trouble<F> {
  return { failure, since: before?.failure.code === failure.code ? before.since : now };
}
