import 'server-only';
import type { Failure } from '../errors.ts';
import type { Reading } from '../reading.ts';

/** Readings of single monitors that all replicas share, so that each is read once for all of them. */
export interface SharedReadings<T> {
  /** The last reading; null when there is none, or it cannot be read now. */
  load(key: string): Promise<Reading<T> | null>;
  /**
   * Returns the shared reading if it is young enough. Otherwise calls `read`, in one replica at a time; the others get its
   * result.
   *
   * @param withinMs the maximum age of the shared reading, milliseconds
   * @throws FailureError of `read`, also when another replica called it; `shared_state_unreachable`
   */
  readOnce(key: string, withinMs: number, read: () => Promise<Reading<T>>): Promise<Reading<T>>;
}

/** How the values are stored. Parsers return null for values that are damaged or of another version. */
export interface ReadingFormat<T> {
  /** Replicas share only values of the same version. */
  version: number;
  serialize(reading: Reading<T>): string;
  parse(text: string, key: string): Reading<T> | null;
  parseFailure(text: string): Failure | null;
}
