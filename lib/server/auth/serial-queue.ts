import 'server-only';

/**
 * Creates a queue that runs one function at a time, in order of arrival.
 *
 * @param waitingMax maximum number of functions that wait
 * @returns a function that returns the result of its argument, or null when too many wait
 */
export function createSerialQueue(waitingMax: number) {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return <T>(run: () => Promise<T>): Promise<T> | null => {
    if (pending > waitingMax) return null;
    pending += 1;
    const result = last.then(run).finally(() => {
      pending -= 1;
    });
    last = result.catch(() => undefined);
    return result;
  };
}
