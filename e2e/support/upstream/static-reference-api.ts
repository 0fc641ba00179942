import { createReferenceApi } from '../../../lib/reference-api/api.ts';
import { demoOrganizations } from '../../../lib/reference-api/demo.ts';
import type { Monitor, OrganizationInput } from '../../../lib/reference-api/fixture.ts';
import {
  type ReferenceApiOptions,
  type RunningReferenceApi,
  startReferenceApi,
} from '../../../lib/reference-api/server.ts';

/** The moment whose generated monitors are used in every run; chosen arbitrarily. */
const GENERATED_AT = Date.parse('2026-11-02T10:00:00.000Z');

/**
 * A clock of the reference API that stands still, so that no monitor becomes overdue while a test runs. Neither does a
 * minute of its limits end.
 */
export function stoppedClock(): () => number {
  const startedAt = Date.now();
  return () => startedAt;
}

/**
 * Starts a reference API whose generated monitors never change and are the same in every run: the generator's monitors
 * of one fixed moment, with their times shifted to the present. With `alive` they change, and are those of the real
 * time.
 */
export function startStaticReferenceApi(options: ReferenceApiOptions = {}): Promise<RunningReferenceApi> {
  if (options.alive === true || options.organizations !== undefined) return startReferenceApi(options);
  const now = (options.clock ?? Date.now)();
  return startReferenceApi({ ...options, organizations: staticOrganizations(options, now) });
}

/** @param now the moment to which the times are shifted, Unix milliseconds */
function staticOrganizations(options: ReferenceApiOptions, now: number): OrganizationInput[] {
  const organizations = demoOrganizations({ ...options, alive: false });
  const generated = createReferenceApi({ organizations, clock: () => GENERATED_AT, limits: {} });
  const monitors = generated
    .organization()
    .monitors()
    .map((monitor) => shiftedBy(monitor, now - GENERATED_AT));
  return organizations.map((organization, index) =>
    index === 0 ? { ...organization, monitors } : organization,
  );
}

function shiftedBy(monitor: Monitor, ms: number): Monitor {
  const shifted = (time: string): string => new Date(Date.parse(time) + ms).toISOString();
  return {
    ...monitor,
    last_check_at: monitor.last_check_at === null ? null : shifted(monitor.last_check_at),
    created_at: shifted(monitor.created_at),
    updated_at: shifted(monitor.updated_at),
  };
}
