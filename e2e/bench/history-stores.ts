import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { createSystemClock } from '../../lib/server/clock.ts';
import type { HistoryStore } from '../../lib/server/history/history-store.ts';
import { createRedisHistory } from '../../lib/server/history/redis/redis-history.ts';
import { openHistoryFile } from '../../lib/server/history/sqlite/open-history-file.ts';
import { createSqliteHistory } from '../../lib/server/history/sqlite/sqlite-history.ts';
import { shareByRedis } from '../../lib/server/shared/redis/share-by-redis.ts';
import { startRedis } from '../support/redis-server.ts';

const DAY = 86_400_000;
const owner = { baseUrl: 'https://api.example.com/v1', binding: 'bench' };
const silent = { warn: () => {}, info: () => {} };

/** An empty history. */
export interface OpenedHistory {
  store: HistoryStore;
  /** Bytes in use, as the file or Redis itself says. */
  bytes(): Promise<number>;
  /** The longest time that one command has kept Redis busy, milliseconds; 0 without Redis. */
  longestCommand(): Promise<number>;
  close(): Promise<void>;
}

export async function openFile(): Promise<OpenedHistory> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const store = createSqliteHistory(openHistoryFile(join(folder, 'history.sqlite'), owner).db);
  return {
    store,
    bytes: store.size,
    longestCommand: async () => 0,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Starts a server and a replica that leads. */
export async function openRedis(): Promise<OpenedHistory> {
  const redis = await startRedis();
  const { lease, state } = shareByRedis({
    address: { url: redis.url },
    owner: { baseUrl: new URL('https://api.example.com/v1'), apiKey: 'bench' },
    own: createSystemClock(null),
    name: 'bench',
    random: Math.random,
    randomId: () => randomBytes(32).toString('base64url'),
    log: silent,
  });
  await state.start();
  while (lease.term() === null) await setTimeout(10);
  const client = await createClient({ url: redis.url }).connect();
  await client.configSet({ 'slowlog-log-slower-than': '1000', 'slowlog-max-len': '10000' });
  const used = async () => Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
  const before = await used();
  const store = createRedisHistory({
    ...{ channel: state.history, lease, clock: state.clock, log: silent },
    keptMs: 60 * DAY,
    forgottenMs: 30 * DAY,
  });
  return {
    store,
    bytes: async () => (await used()) - before,
    async longestCommand() {
      const slow = await client.sendCommand<[number, number, number][]>(['SLOWLOG', 'GET', '-1']);
      await client.sendCommand(['SLOWLOG', 'RESET']);
      return Math.max(0, ...slow.map(([, , microseconds]) => microseconds)) / 1000;
    },
    async close() {
      await state.stop();
      state.close();
      client.destroy();
      await redis.kill();
    },
  };
}
