import { availableParallelism, totalmem } from 'node:os';

/** Many tests wait, so three keep a core busy. */
const PER_CORE = 3;

/** What a worker needs with its browser, products and servers, with room for the rest of the machine, bytes. */
const WORKER_BYTES = 2 ** 30;

/**
 * How many browser tests run at the same time.
 *
 * @param cores that this process may use
 * @param memory that it may use, bytes
 */
export function workersFor(
  cores = availableParallelism(),
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return Math.max(1, Math.min(cores * PER_CORE, Math.floor(memory / WORKER_BYTES)));
}
