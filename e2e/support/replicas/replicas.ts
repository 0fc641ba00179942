import { expect } from '@playwright/test';
import { type PostgresServer, startPostgres } from '../../../lib/demo/postgres-server.ts';
import type { ReferenceApiOptions, RunningReferenceApi } from '../../../lib/reference-api/server.ts';
import { ask } from '../http/read.ts';
import { removeDeadline } from '../preloaded/without-deadline.ts';
import { test as base } from '../products/fixtures.ts';
import { type Product, startProduct, upstreamEnv } from '../products/product.ts';
import { isMissing, postgresProgram } from '../runner/system-program.ts';
import { startStaticReferenceApi } from '../upstream/static-reference-api.ts';

/** The secret with which all replicas seal their cookies. */
const sharedSecret = 'a secret of the replicas of a test 0123456789';

/** Replicas of the built product that read one reference API and share a PostgreSQL database. */
export interface ReplicaSet {
  referenceApi: RunningReferenceApi;
  database: PostgresServer;
  replicas: Product[];
  /** Starts one more replica. @param env further settings */
  add(env?: Record<string, string>): Promise<Product>;
  stop(): Promise<void>;
}

interface ReplicaSetup {
  count?: number;
  api?: ReferenceApiOptions;
  env?: Record<string, string>;
  /** Called before the replicas are started. */
  before?: (api: RunningReferenceApi) => unknown;
}

export async function startReplicas({
  count = 3,
  api = {},
  env = {},
  before,
}: ReplicaSetup = {}): Promise<ReplicaSet> {
  const [database, referenceApi] = await Promise.all([startPostgres(), startStaticReferenceApi(api)]);
  await before?.(referenceApi);
  const replicas: Product[] = [];
  const add = async (more: Record<string, string> = {}) => {
    const all = { ...sharedEnv(referenceApi, database.url()), ...env, ...more };
    const product = await startProduct({ env: before === undefined ? removeDeadline(all) : all });
    replicas.push(product);
    return product;
  };
  await Promise.all(Array.from({ length: count }, () => add()));
  return {
    referenceApi,
    database,
    replicas,
    add,
    async stop() {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await Promise.all([database.remove(), referenceApi.close()]);
    },
  };
}

export function sharedEnv(
  api: { baseUrl: string; apiKey: string },
  databaseUrl: string,
): Record<string, string> {
  return {
    ...upstreamEnv(api),
    SIGHTLINE_DATABASE_URL: databaseUrl,
    SIGHTLINE_SESSION_SECRETS: sharedSecret,
  };
}

/** The usage page's information about the replica that answers. */
export async function replicaInfo(replica: { url: string }) {
  const { text } = await ask(`${replica.url}/api/usage`);
  const { replicas }: { replicas: { count: number; this: string; leads: boolean; storage: string } } =
    JSON.parse(text).data;
  return replicas;
}

/** Waits until exactly one replica leads. @returns the leader and its followers */
export async function leaderOf(
  replicas: readonly Product[],
): Promise<{ leader: Product; others: Product[] }> {
  let leading: Product[] = [];
  await expect
    .poll(async () => {
      const all = await Promise.all(
        replicas.map(async (replica) => ({ replica, ...(await replicaInfo(replica)) })),
      );
      leading = all.filter(({ leads }) => leads).map(({ replica }) => replica);
      return leading.length;
    })
    .toBe(1);
  const [leader] = leading;
  if (!leader) throw new Error('no replica leads');
  return { leader, others: replicas.filter((replica) => replica !== leader) };
}

/** Returns the metadata of a replica's list, for a viewer with this refresh interval, seconds. */
export async function metaOf(replica: { url: string }, interval = 15) {
  const { text, status, headers } = await ask(`${replica.url}/api/monitors?per_page=1`, {
    headers: { 'sightline-refresh': String(interval) },
  });
  return { status, etag: headers.get('etag'), ...JSON.parse(text) };
}

/** Waits until each replica shows the whole list. */
export async function waitForAll(replicas: readonly Product[]): Promise<void> {
  for (const replica of replicas) {
    await expect.poll(async () => (await metaOf(replica)).meta?.inventory?.state).toBe('complete');
  }
}

/** `test` with replicas, skipped where PostgreSQL cannot be started. */
export const replicasTest = base.extend<{
  needsServer: undefined;
  replicaSet: (setup?: ReplicaSetup) => Promise<ReplicaSet>;
}>({
  needsServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from the destructuring pattern of its first parameter.
    async ({}, use, testInfo) => {
      testInfo.skip(isMissing(postgresProgram), 'needs PostgreSQL');
      await use(undefined);
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from the destructuring pattern of its first parameter.
  replicaSet: async ({}, use, testInfo) => {
    const sets: ReplicaSet[] = [];
    await use(async (setup) => {
      const set = await startReplicas(setup);
      sets.push(set);
      return set;
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const { replicas } of sets) {
        for (const replica of replicas) await testInfo.attach('replica log', { body: replica.logs() });
      }
    }
    await Promise.all(sets.map((set) => set.stop()));
  },
});
