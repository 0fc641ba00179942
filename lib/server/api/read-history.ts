import 'server-only';
import { FailureError } from '../errors.ts';
import type { History } from '../history/history.ts';
import { StorageError } from '../storage/problem.ts';

/**
 * The history as services read it: a database that cannot be reached is not a bug, and whoever asks is told by the FailureError
 * `storage_unreachable`.
 */
export function readHistory(history: History): History {
  const told =
    <A extends unknown[], T>(read: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        return await read(...args);
      } catch (error) {
        const isUnreachable = error instanceof StorageError && error.problem === 'unreachable';
        throw isUnreachable ? new FailureError({ code: 'storage_unreachable' }) : error;
      }
    };
  return {
    ...history,
    watched: told(history.watched),
    changes: told(history.changes),
    slots: told(history.slots),
    fleet: told(history.fleet),
  };
}
