import 'server-only';
import type { History } from '../history/history.ts';

const ATTEMPTS = 3;

/**
 * Builds a response of several parts of the history, anew if a reading is recorded meanwhile: so that all parts are of one
 * reading, and all replicas build the same. Readings are seconds apart, so that the last attempt is not checked.
 *
 * @returns the version of that reading, too
 */
export async function ofOneReading<T>(
  history: Pick<History, 'version'>,
  build: () => Promise<T>,
): Promise<{ version: string; value: T }> {
  for (let attempt = 1; ; attempt += 1) {
    const version = history.version();
    const value = await build();
    if (history.version() === version || attempt === ATTEMPTS) return { version, value };
  }
}
