import { changeListSchema } from '../../../lib/contract/changes.ts';
import type { RunningReferenceApi } from '../../../lib/reference-api/server.ts';
import { ask } from '../http/read.ts';
import { waitUntil } from '../wait-until.ts';
import type { Stack } from './stack.ts';

/** Options of a stack whose list may be read every second. */
export const frequentReads = { env: { SIGHTLINE_REFRESH_MIN_SECONDS: '1' } };

/** Reads the list repeatedly until the product has recorded this many changes. */
export async function waitForChanges({ product }: Stack, count: number): Promise<void> {
  const read = async () => {
    await ask(`${product.url}/api/monitors`, { headers: { 'sightline-refresh': 'on' } });
    const { text } = await ask(`${product.url}/api/changes`);
    return changeListSchema.parse(JSON.parse(text));
  };
  await waitUntil(
    read,
    ({ data, meta }) => data.length === count && meta.observed_from !== null,
    `${count} changes are recorded`,
  );
}

/** Gives all monitors the same stable state, so that only the test changes them. */
export function makeStable({ api }: RunningReferenceApi): void {
  const organization = api.organization();
  const last_check_at = new Date().toISOString();
  const state = {
    is_active: true,
    maintenance_mode: false,
    regions: ['fra1'],
    interval: 3600,
    last_status: 'up' as const,
  };
  for (const { monitor_uuid, updated_at } of organization.monitors()) {
    organization.editMonitor(monitor_uuid, { ...state, last_check_at, updated_at });
  }
}
