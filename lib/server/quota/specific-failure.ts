import 'server-only';
import type { Failure } from '../errors.ts';
import { wasNeverSent } from './in-flight-requests.ts';

/**
 * Whether the failure may concern only what was requested, a page or a monitor, so that other requests may succeed.
 * Others concern every request: a 429, a rejected key, an API that cannot be reached.
 */
export function maybeSpecific(failure: Failure): boolean {
  if (failure.code === 'upstream_unreachable') return !wasNeverSent(failure);
  return ['upstream_error', 'upstream_invalid_response', 'upstream_timeout'].includes(failure.code);
}

/** The same for a request of one monitor: a 403 without scopes may concern it only, and the list's refresh tells otherwise. */
export function maybeOfOneMonitor(failure: Failure): boolean {
  return failure.code === 'access_denied' || maybeSpecific(failure);
}
