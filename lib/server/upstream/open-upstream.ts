import 'server-only';
import type { ListFields, MonitorSettings } from '@/lib/contract/monitor';
import type { Config } from '../env.ts';

export interface Upstream {
  baseUrl: URL;
  apiKey: string;
  /** Returns the monitors of the demo organization at any time, epoch ms. */
  monitorsAt?: (instant: number) => readonly (ListFields & MonitorSettings)[];
}

/** Returns the API to read: the configured one, or in demo mode the reference API, which it starts. */
export async function openUpstream({ upstream, demo }: Config): Promise<Upstream> {
  if (upstream !== null && !demo) return upstream;
  const { address, api } =
    upstream === null ? await startDemo() : { address: upstream, api: await demoApi() };
  const organization = api.organization();
  return {
    ...address,
    monitorsAt: (instant) =>
      organization.monitors(instant).map((monitor) => ({ ...monitor, unknown_fields: [] })),
  };
}

async function startDemo() {
  // Imported dynamically, because only demo mode needs it.
  const { startReferenceApi } = await import('@/lib/reference-api/server');
  const { baseUrl, apiKey, api } = await startReferenceApi({});
  return { address: { baseUrl: new URL(baseUrl), apiKey }, api };
}

/** For replicas, which share a demo API of another process. The same generated organization provides its past. */
async function demoApi() {
  const { createReferenceApi } = await import('@/lib/reference-api/api');
  const { demoOrganizations } = await import('@/lib/reference-api/demo');
  return createReferenceApi({
    organizations: demoOrganizations({ startedAt: Date.now() }),
    clock: Date.now,
    limits: {},
  });
}
