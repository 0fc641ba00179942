import 'server-only';
import type { ListFields } from '@/lib/contract/monitor';
import type { Config } from '../env.ts';

/** The API that is read. */
export interface Upstream {
  baseUrl: URL;
  apiKey: string;
  /** Returns the monitors of the demo organization at any time, epoch ms. */
  monitorsAt?: (instant: number) => readonly ListFields[];
}

/** Returns what to read: the configured API, or in demo mode one of its own that it starts. */
export async function openUpstream({ upstream, demo }: Config): Promise<Upstream> {
  if (upstream === null) return startDemoUpstream();
  if (!demo) return upstream;
  // Replicas share a demo API that runs elsewhere: the same generated organization tells its past.
  const { createReferenceApi } = await import('@/lib/reference-api/api');
  const { demoOrganizations } = await import('@/lib/reference-api/demo');
  const api = createReferenceApi({ organizations: demoOrganizations(), clock: Date.now, limits: {} });
  const { inventory } = api.organization();
  return { ...upstream, monitorsAt: (instant) => inventory.all(instant).map(withoutUnknown) };
}

async function startDemoUpstream(): Promise<Upstream> {
  // Imported dynamically, because only demo mode needs it.
  const { startReferenceApi } = await import('@/lib/reference-api/server');
  const { baseUrl, apiKey, api } = await startReferenceApi({});
  const { inventory } = api.organization();
  return {
    baseUrl: new URL(baseUrl),
    apiKey,
    monitorsAt: (instant) => inventory.all(instant).map(withoutUnknown),
  };
}

const withoutUnknown = (monitor: Omit<ListFields, 'unknown_fields'>): ListFields => ({
  ...monitor,
  unknown_fields: [],
});
