import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import type { MonitorList } from '../../contract/responses.ts';
import type { Clock } from '../../server/clock.ts';
import { createHistory, type History } from '../../server/history/history.ts';
import { openHistory } from '../../server/history/open-history.ts';
import { openInMemory } from '../../server/history/sqlite/open-history-file.ts';
import { createSqliteHistory } from '../../server/history/sqlite/sqlite-history.ts';
import { StoreError } from '../../server/store/store.ts';
import { readBody } from './read-body.ts';
import { simulateOrganization } from './simulated-organization.ts';

/** The interval of crawls without viewers. */
const IDLE_MS = 15 * 60_000;
const silent = { warn: () => {}, info: () => {} };
const owner = { baseUrl: new URL('https://api.example.com/v1'), apiKey: 'a key' };

/** A history in a directory. The clock of a machine has no fractions of milliseconds, unlike that of simulations. */
function openIn(directory: string, clock: Clock): History {
  const history = openHistory({ directory, owner, days: 30, maxBytes: 1e9, clock, log: silent });
  return {
    ...history,
    record: ({ asOf, readUntil = asOf, ...snapshot }) =>
      history.record({ ...snapshot, asOf: Math.floor(asOf), readUntil: Math.floor(readUntil) }),
  };
}

type Parts = ReturnType<typeof simulateOrganization>;
type Server = Awaited<ReturnType<Parts['start']>>;

/** Expects that the whole list is served, and that it is read again. */
async function expectListServed({ clock }: Parts, server: Server): Promise<void> {
  const list = async () => {
    const response = server.listMonitors({ ...defaultInventoryQuery, per_page: 100 });
    return (await readBody<MonitorList>(clock, response)).body;
  };
  // The first one waits for the first page only.
  await list();
  await clock.pass(60_000);
  const first = await list();
  expect(first.meta).toMatchObject({ degraded: null, inventory: { state: 'complete', read: 250 } });
  await clock.pass(IDLE_MS);
  const second = await list();
  expect(second.meta).toMatchObject({ degraded: null, inventory: { state: 'complete', read: 250 } });
  expect(Date.parse(second.meta.as_of)).toBeGreaterThan(Date.parse(first.meta.as_of));
}

const noFilters = { kind: [], type: [], region: [], limit: 50 };

test('row 86: with a damaged file of the history the list is served and read as always, and a new file begun', async () => {
  const parts = simulateOrganization({});
  const { clock, start } = parts;
  const directory = mkdtempSync(join(tmpdir(), 'sightline-history-'));
  const first = openIn(directory, clock);
  await first.start();
  const before = await start({ history: first });
  before.refresher.start();
  await expectListServed(parts, before);
  await expect.poll(async () => (await first.watched(0, clock.now())).until).not.toBeNull();
  before.refresher.stop();
  await first.stop();
  const file = join(directory, 'history.sqlite');
  const bytes = readFileSync(file);
  bytes.fill(0xab, 16_384);
  writeFileSync(file, bytes);

  const history = openIn(directory, clock);
  await history.start();
  const server = await start({ history });
  server.refresher.start();
  await expectListServed(parts, server);
  expect((await server.listChanges(noFilters)).body.data).toEqual([]);
  expect(server.getUsage().data.storage.history).toMatchObject({ set_aside: true });
  expect(readdirSync(directory)).toContain('history.sqlite.aside');
  server.refresher.stop();
  await history.stop();
});

test('row 86: while nothing of the history can be read or written, the list is served and read as always', async () => {
  const parts = simulateOrganization({});
  const { clock, start } = parts;
  const refuse = () => Promise.reject(new StoreError('other', new Error('disk I/O error')));
  const store = createSqliteHistory(openInMemory());
  const failing = { load: refuse, append: refuse, finish: refuse, saveSlots: refuse, changes: refuse };
  const history = createHistory({
    store: { ...store, ...failing, slots: refuse, fleet: refuse, forget: refuse },
    ...{ replacement: null, shared: null, problem: null, setAside: false },
    ...{ days: 30, maxBytes: 1e9, clock, log: silent },
  });
  await history.start();
  const server = await start({ history });
  server.refresher.start();
  await expectListServed(parts, server);
  await expect(server.listChanges(noFilters)).rejects.toThrow('the store failed');
  expect(server.getUsage().data.storage.history).toMatchObject({ problem: 'other' });
  server.refresher.stop();
  await history.stop();
});
