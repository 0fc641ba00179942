import { availableParallelism, totalmem } from 'node:os';

/** Tests wait most of the time, so it takes three to keep a core busy. */
const PER_CORE = 3;

/** Memory of a worker with its browser, products and servers, and a margin for the rest of the machine, bytes. */
const WORKER_BYTES = 2 ** 30;

/**
 * Returns how many browser tests run at the same time.
 *
 * @param cores number of cores that this process may use
 * @param memory memory that this process may use, bytes
 */
export function workersFor(
  cores = availableParallelism(),
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return Math.max(1, Math.min(cores * PER_CORE, Math.floor(memory / WORKER_BYTES)));
}
