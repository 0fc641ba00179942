import 'server-only';
import { startReferenceApi } from '@/lib/reference-api/server';
import { type Clock, systemClock } from './clock';
import { type Config, readConfig } from './env';
import { createGateway } from './gateway';
import { createLastGood } from './last-good';
import { createLedger, type Ledger } from './quota/ledger';
import { createGetHealth, type GetHealth } from './services/get-health';
import { createGetMonitor, type GetMonitor } from './services/get-monitor';
import { createGetUsage, type GetUsage } from './services/get-usage';
import { createListMonitors, type ListMonitors } from './services/list-monitors';
import { createUpstreamClient } from './upstream/client';

/** What routes and pages may use. */
export interface Container {
  clock: Clock;
  ledger: Ledger;
  demo: boolean;
  listMonitors: ListMonitors;
  getMonitor: GetMonitor;
  getUsage: GetUsage;
  getHealth: GetHealth;
}

/** How long an answer of upstream is reused. */
const REUSE_MS = 15_000;

/** The composition root: the only place that constructs. In demo mode it starts the reference API first. */
async function createContainer(config: Config): Promise<Container> {
  const clock = systemClock;
  const upstream = config.upstream ?? (await startDemoUpstream());
  const demo = config.upstream === null;
  const ledger = createLedger(clock);
  const gateway = createGateway({ client: createUpstreamClient({ ...upstream, clock }), ledger, clock });
  return {
    clock,
    ledger,
    demo,
    listMonitors: createListMonitors({
      gateway,
      pages: createLastGood({ clock, freshMs: REUSE_MS, max: 200 }),
      demo,
    }),
    getMonitor: createGetMonitor({
      gateway,
      details: createLastGood({ clock, freshMs: REUSE_MS, max: 2000 }),
      demo,
    }),
    getUsage: createGetUsage({ ledger, clock }),
    getHealth: createGetHealth({ gateway }),
  };
}

async function startDemoUpstream(): Promise<{ baseUrl: URL; apiKey: string }> {
  const api = await startReferenceApi({});
  return { baseUrl: new URL(api.baseUrl), apiKey: api.apiKey };
}

/** Route handlers and instrumentation may be separate module graphs; the symbol makes them share one container. */
const key = Symbol.for('sightline.container');

/** The one container of this process, made at the first call. @throws ConfigError */
export function getContainer(): Promise<Container> {
  const holder: typeof globalThis & { [key]?: Promise<Container> } = globalThis;
  holder[key] ??= createContainer(readConfig());
  return holder[key];
}
