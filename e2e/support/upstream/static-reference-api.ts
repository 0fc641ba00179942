import { createReferenceApi } from '../../../lib/reference-api/api.ts';
import { demoOrganizations } from '../../../lib/reference-api/demo.ts';
import type { Monitor, OrganizationInput } from '../../../lib/reference-api/fixture.ts';
import {
  type ReferenceApiOptions,
  type RunningReferenceApi,
  startReferenceApi,
} from '../../../lib/reference-api/server.ts';

/** Every run uses the generated monitors of this moment, which is chosen arbitrarily. */
const GENERATED_AT = Date.parse('2026-11-02T10:00:00.000Z');

/**
 * Returns a stopped clock for the reference API. While a test runs, no monitor becomes overdue, and no minute of the
 * limits ends.
 */
export function stoppedClock(): () => number {
  const startedAt = Date.now();
  return () => startedAt;
}

/**
 * Starts a reference API whose generated monitors never change and are the same in every run. They are generated for
 * one fixed moment, and their times are shifted to the present. With `alive` they are generated for the real time and
 * change.
 */
export function startStaticReferenceApi(options: ReferenceApiOptions = {}): Promise<RunningReferenceApi> {
  if (options.alive === true || options.organizations !== undefined) return startReferenceApi(options);
  const now = (options.clock ?? Date.now)();
  return startReferenceApi({ ...options, organizations: staticOrganizations(options, now) });
}

/**
 * Returns the organizations of such an API.
 *
 * @param now the moment to which the times are shifted, Unix milliseconds
 */
export function staticOrganizations(options: ReferenceApiOptions, now: number): OrganizationInput[] {
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
