import { randomUUID } from 'node:crypto';
import { type PostgresServer, startPostgres } from '../../../lib/demo/postgres-server.ts';
import type { ReferenceApiOptions, RunningReferenceApi } from '../../../lib/reference-api/server.ts';
import { ask } from '../http/read.ts';
import { removeDeadline } from '../preloaded/without-deadline.ts';
import { type Product, startProduct, upstreamEnv } from '../products/product.ts';
import { startStaticReferenceApi } from '../upstream/static-reference-api.ts';
import { waitUntil } from '../wait-until.ts';
import { query } from './database-contents.ts';

/** The secret with which all replicas seal their cookies. */
const sharedSecret = 'a secret of the replicas of a test 0123456789';

/** Replicas of the built product that read one reference API and share a PostgreSQL database. */
export interface ReplicaSet {
  referenceApi: RunningReferenceApi;
  databaseUrl: string;
  replicas: Product[];
  /** Starts one more replica. @param env further settings */
  add(env?: Record<string, string>): Promise<Product>;
  /** Closes something when the replicas have ended. */
  closeLast(one: { close(): Promise<unknown> }): void;
  stop(): Promise<void>;
}

export interface ReplicaSetup {
  count?: number;
  api?: ReferenceApiOptions;
  env?: Record<string, string>;
  /** A server of the test, which it stops or changes, and removes itself. By default the replicas share a server with other tests. */
  server?: PostgresServer;
  /** Called before the replicas are started. */
  before?: (api: RunningReferenceApi) => unknown;
}

export async function startReplicas({
  count = 3,
  api = {},
  env = {},
  server,
  before,
}: ReplicaSetup = {}): Promise<ReplicaSet> {
  const [database, referenceApi] = await Promise.all([
    server === undefined ? createDatabase() : { url: server.url(), remove: async () => {} },
    startStaticReferenceApi(api),
  ]);
  await before?.(referenceApi);
  const replicas: Product[] = [];
  const add = async (more: Record<string, string> = {}) => {
    const all = { ...sharedEnv(referenceApi, database.url), ...env, ...more };
    const product = await startProduct({ env: before === undefined ? removeDeadline(all) : all });
    replicas.push(product);
    return product;
  };
  await Promise.all(Array.from({ length: count }, () => add()));
  const last: { close(): Promise<unknown> }[] = [referenceApi];
  return {
    referenceApi,
    databaseUrl: database.url,
    replicas,
    add,
    closeLast: (one) => void last.push(one),
    async stop() {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await Promise.all([database.remove(), ...last.map((one) => one.close())]);
    },
  };
}

/**
 * Creates an empty database on the server that all HTTP tests share (postgres-for-all.ts). Browser tests have no such
 * server, so it starts one for them.
 */
async function createDatabase(): Promise<{ url: string; remove(): Promise<unknown> }> {
  const shared = process.env.SIGHTLINE_TEST_POSTGRES_URL;
  if (shared === undefined) {
    const server = await startPostgres();
    return { url: server.url(), remove: server.remove };
  }
  const name = `replicas_${randomUUID().replaceAll('-', '')}`;
  await query(shared, `CREATE DATABASE ${name}`);
  return {
    url: new URL(`/${name}`, shared).href,
    remove: () => query(shared, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/**
 * Lets the lease of the present leader end 13 seconds earlier, as if that time had passed. The other replicas need not
 * wait for it, but notice its end as always.
 */
export async function shortenLease({ databaseUrl }: Pick<ReplicaSet, 'databaseUrl'>): Promise<void> {
  await query(databaseUrl, 'UPDATE lease SET expires_at = expires_at - 13000');
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
  const leading = async () => {
    const all = await Promise.all(replicas.map(replicaInfo));
    return replicas.filter((_, index) => all[index]?.leads);
  };
  const [leader] = await waitUntil(leading, ({ length }) => length === 1, 'exactly one replica leads');
  if (!leader) throw new Error('no replica leads');
  return { leader, others: replicas.filter((replica) => replica !== leader) };
}

/** Returns the metadata of a replica's list, for a viewer. */
export async function metaOf(replica: { url: string }) {
  const { text, status, headers } = await ask(`${replica.url}/api/monitors?per_page=1`, {
    headers: { 'sightline-refresh': 'on' },
  });
  return { status, etag: headers.get('etag'), ...JSON.parse(text) };
}

/** Waits until each replica shows the whole list. */
export async function waitForAll(replicas: readonly Product[]): Promise<void> {
  for (const replica of replicas) {
    await waitUntil(
      async () => (await metaOf(replica)).meta?.inventory?.state,
      (state) => state === 'complete',
      'a replica shows the whole list',
    );
  }
}
