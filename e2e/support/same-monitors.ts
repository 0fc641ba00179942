import { createReferenceApi } from '../../lib/reference-api/api.ts';
import { demoOrganizations } from '../../lib/reference-api/demo.ts';
import type { OrganizationInput } from '../../lib/reference-api/fixture.ts';
import type { Monitor } from '../../lib/reference-api/monitor.ts';
import {
  type ReferenceApiOptions,
  type RunningReferenceApi,
  startReferenceApi,
} from '../../lib/reference-api/server.ts';

/** The moment at which the generated monitors are seen, in every run. Any other would do. */
const SEEN_AT = Date.parse('2026-11-02T10:00:00.000Z');

/**
 * Starts a reference API whose generated monitors stay what they are and are the same in every run: they are what
 * the generator makes of one fixed moment, with their times moved to the present. With `alive` they live, and are
 * what the generator makes of the real time.
 */
export function startSameApi(options: ReferenceApiOptions = {}): Promise<RunningReferenceApi> {
  if (options.alive === true || options.organizations !== undefined) return startReferenceApi(options);
  const now = (options.clock ?? Date.now)();
  return startReferenceApi({ ...options, organizations: sameOrganizations(options, now) });
}

/** @param now to which moment their times are moved, Unix milliseconds */
function sameOrganizations(options: ReferenceApiOptions, now: number): OrganizationInput[] {
  const organizations = demoOrganizations({ ...options, alive: false });
  const seen = createReferenceApi({ organizations, clock: () => SEEN_AT, limits: {} });
  const monitors = seen
    .organization()
    .monitors()
    .map((monitor) => movedBy(monitor, now - SEEN_AT));
  return organizations.map((organization, index) =>
    index === 0 ? { ...organization, monitors } : organization,
  );
}

function movedBy(monitor: Monitor, ms: number): Monitor {
  const moved = (time: string): string => new Date(Date.parse(time) + ms).toISOString();
  return {
    ...monitor,
    last_check_at: monitor.last_check_at === null ? null : moved(monitor.last_check_at),
    created_at: moved(monitor.created_at),
    updated_at: moved(monitor.updated_at),
  };
}
