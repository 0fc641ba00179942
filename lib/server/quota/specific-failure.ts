import 'server-only';
import { type Failure, isOwnFailure, type UpstreamFailure } from '../errors.ts';

/** Whether the attempt ended before the request could be sent, so that upstream cannot have counted it. */
export function wasNeverSent(failure: Failure | null): boolean {
  if (failure !== null && isOwnFailure(failure)) return true;
  return failure?.code === 'upstream_unreachable' && failure.reason !== 'reset' && failure.reason !== 'other';
}

/**
 * Whether the failure may concern only the requested page or monitor, so that other requests may succeed. All other failures
 * concern every request: a 429, a rejected key, an API that cannot be reached.
 */
export function maybeSpecific(failure: Failure): boolean {
  if (failure.code === 'upstream_unreachable') return !wasNeverSent(failure);
  return ['upstream_error', 'upstream_invalid_response', 'upstream_timeout'].includes(failure.code);
}

/** The same for the request of a monitor: a 403 without scopes may concern this monitor only. If not, the next crawl fails, too. */
export function maybeOfOneMonitor(failure: Failure): boolean {
  return failure.code === 'access_denied' || maybeSpecific(failure);
}

/**
 * Whether the failure says nothing about other requests: a 403 for a page of the list after page 1, or a
 * fault of one monitor's detail (row 94).
 */
export function isOfOneRequest(
  failure: UpstreamFailure,
  { isLaterPage, isDetail }: { isLaterPage: boolean; isDetail: boolean },
): boolean {
  const isPageDenial = isLaterPage && (failure.code === 'missing_scope' || failure.code === 'access_denied');
  return isPageDenial || (isDetail && maybeOfOneMonitor(failure));
}
