import 'server-only';
import { createReferenceApi } from '@/lib/reference-api/api';
import { demoOrganizations } from '@/lib/reference-api/demo';
import { startReferenceApi } from '@/lib/reference-api/server';
import { DAY_MS } from '../contract/limits.ts';
import { settingsOf } from './inventory/snapshot/monitor-settings.ts';
import { buildSnapshot, type Snapshot } from './inventory/snapshot/snapshot.ts';

/** The last day was read every 5 minutes, the month before it once in each quarter-hour. */
const LAST_DAY = { lengthMs: DAY_MS, everyMs: 5 * 60_000 };
const MONTH = { lengthMs: 30 * DAY_MS, everyMs: 15 * 60_000 };

/**
 * Starts the API of the demo, and sets the variables with its address. Replicas share one that another process has started
 * (lib/demo/replicas.ts); without one, replicas have none (env.ts).
 *
 * @returns generates the snapshots of the past month of its organization, the oldest first
 */
export async function startDemo(environment: NodeJS.ProcessEnv): Promise<() => Iterable<Snapshot>> {
  const isShared = environment.SIGHTLINE_DATABASE_URL || environment.SIGHTLINE_DATABASE_URL_FILE;
  if (!environment.SIGHTLINE_DEMO_API_URL && !isShared) {
    const { baseUrl, apiKey } = await startReferenceApi();
    Object.assign(environment, { SIGHTLINE_DEMO_API_URL: baseUrl, SIGHTLINE_DEMO_API_KEY: apiKey });
  }
  const now = Date.now();
  // The same organization: it is generated from the time.
  const organizations = demoOrganizations({ startedAt: now });
  const organization = createReferenceApi({ organizations, clock: Date.now }).organization();
  return function* past() {
    let previous: Snapshot | null = null;
    const lastDay = now - LAST_DAY.lengthMs;
    for (
      let asOf = now - MONTH.lengthMs;
      asOf < now;
      asOf += asOf < lastDay ? MONTH.everyMs : LAST_DAY.everyMs
    ) {
      const rows = organization.monitors(asOf).map((generated) => {
        const monitor = { ...generated, unknown_fields: [] };
        return { monitor, asOf, upstreamNow: asOf };
      });
      const readSettings = new Map(
        rows.map(({ monitor }) => {
          const { monitor_uuid: uuid, updated_at } = monitor;
          return [uuid.toLowerCase(), { settings: settingsOf(monitor) ?? {}, updated_at, readAt: asOf }];
        }),
      );
      previous = buildSnapshot({ rows, previous, asOf, evidence: 'complete', missing: null, readSettings });
      yield previous;
    }
  };
}
