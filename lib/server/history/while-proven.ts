import 'server-only';
import type { History } from './history.ts';

/**
 * The history, of which nothing is shown until it is proven whose it is (storage/ownership.ts).
 *
 * @param none a history that remembers nothing
 */
export function whileProven(history: History, none: History, isProven: () => boolean): History {
  const shown = () => (isProven() ? history : none);
  return {
    ...history,
    version: () => shown().version(),
    watched: (since, until) => shown().watched(since, until),
    changes: (query) => shown().changes(query),
    slots: (uuid, query) => shown().slots(uuid, query),
    fleet: (query) => shown().fleet(query),
  };
}
