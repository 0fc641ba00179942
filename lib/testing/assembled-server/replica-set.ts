import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import { UNLIMITED } from '../../reference-api/fixture.ts';
import { assemble } from '../../server/assemble.ts';
import { systemClock } from '../../server/clock.ts';
import { createHistory } from '../../server/history/history.ts';
import { openDatabase } from '../../server/open-database.ts';
import { newPostgresDatabase } from '../../server/storage/engines.fixtures.ts';
import { createApiAccess } from '../../server/upstream/api-access.ts';
import { createOrganization } from '../simulate/organization.ts';
import { seeded } from '../simulate/random.ts';
import { createSimulatedUpstream } from '../simulate/upstream.ts';
import { fixedParts } from './assembled-server.ts';
import { controllable } from './controllable-upstream.ts';

const clock = systemClock;
const baseUrl = new URL('https://api.example.com/v1');
const query = { ...defaultInventoryQuery, per_page: 100 };

/**
 * An organization, and a function that starts replicas in this process.
 *
 * @param options.databaseUrl by default a new database in the server that all tests share
 * @param options.dataDirectory where processes with SQLite store data, one after the other; null: PostgreSQL
 */
export async function setUpReplicas({
  databaseUrl,
  dataDirectory = null,
  monitors = 250,
}: {
  databaseUrl?: string;
  dataDirectory?: string | null;
  monitors?: number;
} = {}) {
  const sharedUrl = databaseUrl ?? (dataDirectory === null ? await newPostgresDatabase() : null);
  const organization = createOrganization(
    {
      name: 'replicas',
      monitors,
      limits: { minute: 600, daily: 1e6, monthly: UNLIMITED },
      viewers: 1,
      others: { aDay: 0, burst: 0 },
      days: 1,
      avoidable: true,
    },
    clock,
  );
  const simulated = createSimulatedUpstream({ ...organization, clock, random: seeded(1) });
  const upstream = controllable(simulated.client, clock);
  const ends: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const end of ends) await end();
  });

  /**
   * Starts a replica.
   *
   * @param url of the database, if it reaches it in another way than the others
   * @param client of another organization
   */
  async function start(apiKey = 'key', url = sharedUrl, client = upstream.client) {
    const logged: string[] = [];
    const note = (_: unknown, text = '') => logged.push(text);
    const log = { info: note, warn: note };
    const data = await openDatabase({
      config: { dataDirectory, databaseUrl: url },
      upstream: { baseUrl, apiKey },
      name: randomUUID().slice(0, 4),
      randomId: randomUUID,
      log,
    });
    const { storage, replicas } = data;
    const services = await assemble({
      ...fixedParts,
      ...data,
      history: createHistory({
        storage: data.ownership.guarded,
        days: 30,
        clock: data.clock,
        log,
      }),
      client,
      apiAccess: createApiAccess({ baseUrl, apiKey, clock: data.clock }),
      minS: 1,
      quotaReset: null,
      log,
    });
    await Promise.race([
      replicas.start(services.look),
      new Promise<void>((resolve) => clock.after(3_000, resolve)),
    ]);
    services.refresher.start();
    let hasEnded = false;
    const end = async () => {
      if (hasEnded) return;
      hasEnded = true;
      services.refresher.stop();
      await services.stored();
      await replicas.stop();
      await storage.close();
    };
    ends.push(end);
    return {
      ...services,
      storage,
      replicas,
      logged,
      end,
      list: async () => (await services.listMonitors(query)).body,
      usage: () => services.getUsage().data,
    };
  }

  const isWhole = ({ inventory }: { inventory: { shown(): { state: string } } }) =>
    inventory.shown().state === 'complete';
  return { organization, upstream, start, isWhole };
}
