import { randomBytes } from 'node:crypto';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe } from 'vitest';
import { type RedisServer, startRedis } from '../../../../e2e/support/redis-server.ts';
import { isMissing, redisProgram } from '../../../../e2e/support/system-program.ts';
import { type Clock, createSystemClock } from '../../clock.ts';
import type { Acquired } from '../../quota/budget.ts';
import { createQuotaLedger } from '../../quota/quota-ledger.ts';
import type { UsageHeaders } from '../../upstream/usage-headers.ts';
import type { SharedByAll } from '../shared.ts';
import { type Keys, keysOf } from './keys.ts';
import { shareByRedis } from './share-by-redis.ts';

type Client = ReturnType<typeof createTestClient>;

function createTestClient(url: string) {
  return createClient({ url });
}

/** Counters of a response. */
export const usage: UsageHeaders = {
  rateLimitLimit: 60,
  rateLimitRemaining: 50,
  rateLimitReset: 30,
  dailyLimit: 5_000,
  dailyRemaining: 4_000,
  monthlyLimit: 100_000,
  monthlyRemaining: 90_000,
};

/** Replicas of one owner. */
interface TestReplicas {
  all: SharedByAll[];
  keys: Keys;
  /** What they have logged as warnings. */
  warnings: string[];
}

export interface TestServer {
  /** The URL of the server. */
  url: () => string;
  /** Starts replicas of a new owner, which share nothing with those of other tests. @param given.url another server */
  replicas: (count: number, given?: { url?: string; clocks?: Clock[] }) => Promise<TestReplicas>;
  /** Runs commands with a client of its own. */
  withClient: <T>(run: (client: Client) => Promise<T>) => Promise<T>;
}

/** Describes replicas that share through a real server, which is started for these tests, and skips them without one. */
export function describeWithServer(name: string, tests: (server: TestServer) => void): void {
  describe.skipIf(isMissing(redisProgram))(name, () => {
    let redis: RedisServer;
    let owners = 0;
    const open: SharedByAll[] = [];
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(async () => {
      for (const shared of open) shared.state.close();
      await redis.kill();
    });
    tests({
      url: () => redis.url,
      async replicas(count, given = {}) {
        owners += 1;
        const owner = { baseUrl: new URL('https://api.example.com/v1'), apiKey: `key ${owners}` };
        const warnings: string[] = [];
        const all = Array.from({ length: count }, (_, index) => {
          const shared = shareByRedis({
            address: { url: given.url ?? redis.url },
            owner,
            own: given.clocks?.[index] ?? createSystemClock(null),
            name: `r${index}`,
            random: Math.random,
            randomId: () => randomBytes(32).toString('base64url'),
            log: { info: () => {}, warn: (_: unknown, text?: string) => void warnings.push(text ?? '') },
          });
          open.push(shared);
          return shared;
        });
        if (given.url === undefined) await Promise.all(all.map(({ state }) => state.ready(5_000)));
        return { all, keys: keysOf(owner), warnings };
      },
      async withClient(run) {
        const client = createTestClient(redis.url);
        await client.connect();
        try {
          return await run(client);
        } finally {
          client.destroy();
        }
      },
    });
  });
}

/** The replicas, of which there are two. */
export function pairOf<T>([one, other]: readonly T[]): [T, T] {
  if (one === undefined || other === undefined) throw new Error('two replicas');
  return [one, other];
}

/** The budget of a replica, with the ledger that it keeps. */
export function budgetOf({ state }: SharedByAll) {
  const ledger = createQuotaLedger({ clock: state.clock, random: () => 0.5 });
  return { ledger, budget: state.budget(ledger) };
}

export function admitted(acquired: Acquired) {
  if (acquired.kind !== 'admit') throw new Error(`not admitted: ${JSON.stringify(acquired)}`);
  return acquired;
}

/** Sends one request whose response reports the counters. */
export async function observe(budget: ReturnType<typeof budgetOf>['budget'], seen: UsageHeaders = usage) {
  const { order } = admitted(await budget.acquire('inventory', 'inventory'));
  await budget.settle({ order, usage: seen, failure: null });
}
