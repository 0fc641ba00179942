import 'server-only';
import { z } from 'zod';
import type { ContinuedClock } from '../clock.ts';
import { epochTime } from '../storage/epoch-time.ts';
import type { StateRecord } from '../storage/state-records.ts';
import type { Storage } from '../storage/storage.ts';
import { withoutRequests } from './minute-window.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import { quotaStateSchema } from './quota-state.ts';
import { SAMPLES_MAX, type StoredSample } from './usage-report.ts';

const storedSchema = z.object({ monotonic: z.number(), wall: epochTime, state: quotaStateSchema });

/** Parses a stored state, with the time of storing by both clocks. @throws ZodError when it is not valid */
export function parseStoredState(value: unknown) {
  const { monotonic, wall, state } = storedSchema.parse(value);
  // Upstream may have counted the requests that were in flight when it was stored.
  return { monotonic, wall, state: { ...state, inFlight: withoutRequests(state.inFlight, monotonic) } };
}

/**
 * The state of the ledger as a stored record, and the usage over time as rows.
 *
 * @param parts.clock the clock of the ledger. It continues the monotonic time of the process that stored the record
 */
export function createLedgerRecord(parts: {
  ledger: Pick<QuotaLedger, 'current' | 'replace' | 'samples' | 'replaceSamples'>;
  clock: ContinuedClock;
  storage: Pick<Storage, 'read'>;
}): StateRecord {
  const { ledger, clock, storage } = parts;
  /** When the last known state was stored, epoch ms. */
  let wall = 0;
  /** The times of the samples that are stored, epoch ms. */
  let stored = new Set<number>();

  return {
    version: 1,
    save() {
      wall = clock.now();
      return { monotonic: clock.monotonic(), wall, state: ledger.current() };
    },
    load(value) {
      const stored = parseStoredState(value);
      // A database that was restored from an older copy: what is known here is newer.
      if (stored.wall < wall && stored.state.inFlight.order < ledger.current().inFlight.order) return;
      wall = stored.wall;
      clock.continueFrom(stored);
      ledger.replace(stored.state);
    },
    async saveRows(trx) {
      const all = ledger.samples();
      const samples = all.filter(({ at }) => !stored.has(at));
      if (samples.length === 0) return;
      await trx
        .insertInto('usage_sample')
        .values(samples)
        .onConflict((row) => row.doNothing())
        .execute();
      const newest = trx.selectFrom('usage_sample').select('at').orderBy('at', 'desc').limit(SAMPLES_MAX);
      await trx.deleteFrom('usage_sample').where('at', 'not in', newest).execute();
      stored = new Set(all.map(({ at }) => at));
    },
    async loadRows() {
      // A follower reads only what the leader has added.
      const now = clock.now();
      const last = [...stored].reduce((newest, at) => (at <= now ? Math.max(newest, at) : newest), 0);
      const rows: StoredSample[] = await storage.read((db) =>
        db.selectFrom('usage_sample').selectAll().where('at', '>', last).orderBy('at').execute(),
      );
      const samples = rows.filter(({ at }) => !stored.has(at));
      for (const { at } of samples) stored.add(at);
      const all = [...ledger.samples(), ...samples].sort((one, other) => one.at - other.at);
      ledger.replaceSamples(all.slice(-SAMPLES_MAX));
    },
  };
}
