import type { Clock } from '../clock.ts';
import { createHistory, type History } from '../history/history.ts';
import type { Past } from '../history/pasts.ts';
import { openMemory } from '../storage/open-sqlite-file.ts';
import { createStorage } from '../storage/storage.ts';

/** A history without entries, with the functions that a list needs. */
export const noPasts = { version: () => '', last: () => null, pasts: async () => new Map<string, Past>() };

/** Starts a history of 30 days that is kept in memory only. */
export async function startMemoryHistory(clock: Clock): Promise<History> {
  const log = { info: () => {}, warn: () => {} };
  const storage = createStorage(await openMemory(), { term: () => 1, clock, log });
  const history = createHistory({ storage, days: 30, clock, log });
  await history.lead(null);
  return history;
}
