/** Has something stopped when the worker ends. */
export type AtWorkerEnd = (stop: () => Promise<unknown>) => void;

/**
 * Returns a function that starts something for the first test of a worker that needs it, and returns the same to later
 * ones. It is for fixtures of tests. Worker-scoped fixtures do the same, but Playwright starts new workers and browsers
 * for each other set of them.
 *
 * @throws what `start` throws, for each test of the worker
 */
export function onePerWorker<T extends { stop(): Promise<unknown> }>(
  start: () => Promise<T>,
): (atWorkerEnd: AtWorkerEnd) => Promise<T> {
  let running: Promise<T> | null = null;
  return (atWorkerEnd) => {
    running ??= start().then((started) => {
      atWorkerEnd(() => started.stop());
      return started;
    });
    return running;
  };
}
