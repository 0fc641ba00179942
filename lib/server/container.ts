import 'server-only';
import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { createLog } from '../process/log.ts';
import { onShutdown, shared } from '../process/shared.ts';
import { createTeamViews } from './api/team-views.ts';
import { assemble } from './assemble.ts';
import { createAccess } from './auth/create-access.ts';
import { createProviderFetch } from './auth/provider-fetch.ts';
import { limitScriptReads } from './auth/token-file.ts';
import { sleep } from './clock.ts';
import { type Config, readConfig } from './env.ts';
import { createHistory } from './history/history.ts';
import type { Snapshot } from './inventory/snapshot/snapshot.ts';
import { createMetrics, measure } from './metrics.ts';
import { openDatabase } from './open-database.ts';
import { rules } from './review/rules.ts';
import { createApiAccess } from './upstream/api-access.ts';
import { createUpstreamClient } from './upstream/client.ts';
import { printableProxy } from './upstream/forward-proxy.ts';
import { openViews } from './views/open-views.ts';
import { readSmallFile } from './watched-file.ts';

/** The services that routes and pages may use. */
export type Container = Awaited<ReturnType<typeof createContainer>>;

/** Maximum time that a start waits for the database, milliseconds. Afterwards the server starts without it. */
const DATABASE_WAIT_MS = 5_000;

/**
 * The composition root: opens what is outside the process, assembles the services, and starts and ends them.
 *
 * @param past returns the snapshots of a past that is recorded when nothing is stored, the oldest first
 */
async function createContainer(config: Config, past?: () => Iterable<Snapshot>) {
  const { upstream, demo, proxyFor, access } = config;
  const log = createLog(config.logLevel);
  if (config.unknownVariables !== null) log.warn(config.unknownVariables);
  const data = await openDatabase({ config, upstream, name: randomBytes(2).toString('hex'), randomId, log });
  const { clock, storage, replicas } = data;
  const { guarded } = data.ownership;
  const history = createHistory({ storage: guarded, days: config.historyKeptDays, clock, log });
  const ruleIds = rules.map(({ id }) => id);
  const views = await openViews({ path: config.viewsFile, read: readSmallFile, rules: ruleIds, clock, log });
  const proxy = demo ? null : proxyFor(upstream.baseUrl);
  if (proxy !== null) log.info({ proxy: printableProxy(proxy) }, 'requests to the API go through a proxy');
  const origin = access.mode === 'none' ? access.canonical : access.origin.canonical;
  const registry = new Registry();
  const measured = measure(registry);
  const { inventory, stored, look, ...services } = await assemble({
    ...data,
    history,
    past,
    client: createUpstreamClient({ ...upstream, proxy, clock }),
    apiAccess: createApiAccess({ ...upstream, clock }),
    random: Math.random,
    minS: config.refreshMinS,
    quotaReset: config.quotaReset,
    readSettings: config.readSettings,
    rulesOff: views.rulesOff,
    origin,
    demo,
    log,
    report: (event) => {
      log.debug({ upstream: event }, 'upstream');
      measured.upstreamEvent(event);
    },
    reportBug: (error) => log.error({ err: error }, 'the crawl failed'),
    recordAdmission: measured.admission,
  });
  onShutdown('background', async () => {
    services.settingsReader.stop();
    services.refresher.stop();
    // The leader saves what it observed and counted before another replica can lead.
    await stored();
    await history.stop();
    await replicas.stop();
  });
  onShutdown('storage', async () => {
    await stored();
    await storage.close();
  });
  await Promise.race([replicas.start(look), sleep(clock, DATABASE_WAIT_MS)]);
  services.refresher.start();
  services.settingsReader.start();
  const token = config.metricsToken;
  const { tokenOutcome: countToken } = measured;
  const fetch = createProviderFetch(proxyFor);
  return {
    ...services,
    /** The wall time is that of all replicas, the monotonic time that of this process. */
    clock,
    log,
    metrics: createMetrics(registry, { ...services, clock, inventory, storage, replicas, token }),
    demo,
    /** The URL at which people open Sightline, without a slash at its end. */
    origin,
    access: await createAccess(access, { ...data, log, randomId, fetch, countToken }),
    ...createTeamViews(views),
    limitScriptReads: limitScriptReads(data.createLimiter, clock),
  };
}

/** @returns 256 random bits as text */
function randomId(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the container of this process. The first call, by `instrumentation.ts`, creates it. @throws ConfigError
 * @param past returns the snapshots of a past that is recorded when nothing is stored, the oldest first
 */
export function getContainer(past?: () => Iterable<Snapshot>): Promise<Container> {
  return shared('container', () => createContainer(readConfig(), past));
}
