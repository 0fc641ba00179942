import type { FakeClock } from '../clock.fixtures.ts';
import { aMonitor, fieldsOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { buildSnapshot, type Snapshot } from '../inventory/snapshot/snapshot.ts';
import { openMemory } from '../storage/open-sqlite-file.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { createHistory } from './history.ts';
import { silent } from './recorder.fixtures.ts';

/** Opens histories of one database in memory, one after the other, as processes do. */
export async function openTestDatabase(clock: FakeClock) {
  const database = await openMemory();
  const storage = storageOf(database, clock);
  return {
    database,
    storage,
    async start(previous: Snapshot | null = null, days = 30) {
      const history = createHistory({ storage, days, clock, log: silent });
      await history.lead(previous);
      return history;
    },
  };
}

/** Crawls of many monitors. At every second crawl some monitors are down. */
export function crawledSnapshot(
  clock: FakeClock,
  n: number,
  previous: Snapshot | null = null,
  count = 1,
): Snapshot {
  const asOf = clock.now();
  const rows = Array.from({ length: 300 }, (_, m) => {
    const last_status = m < count && n % 2 === 1 ? 'down' : 'up';
    const last_check_at = new Date(asOf - 10_000).toISOString();
    return { monitor: fieldsOf(aMonitor(m, { last_status, last_check_at })), asOf, upstreamNow: asOf };
  });
  return buildSnapshot({ rows, previous, asOf, evidence: 'complete', missing: null });
}
