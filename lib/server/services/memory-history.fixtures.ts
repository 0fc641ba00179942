import type { Clock } from '../clock.ts';
import type { History } from '../history/history.ts';
import { openHistory } from '../history/open-history.ts';

/** Starts a history of 30 days that is kept in memory only. */
export async function startMemoryHistory(clock: Clock): Promise<History> {
  const history = openHistory({
    directory: null,
    owner: { baseUrl: new URL('https://api.example.com/v1'), apiKey: 'a key' },
    days: 30,
    maxBytes: 1e9,
    clock,
    log: { info: () => {}, warn: () => {} },
  });
  await history.start();
  return history;
}
