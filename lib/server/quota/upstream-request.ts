import 'server-only';
import { type Failure, isOwnFailure, type UpstreamFailure } from '../errors.ts';
import type { Backoff } from './backoff.ts';

/** The purposes of upstream requests. They determine the priority (admission) and are counted separately (spending). */
export const purposes = ['inventory', 'list', 'detail', 'probe', 'retry', 'settings'] as const;
export type Purpose = (typeof purposes)[number];

/** The purpose of a crawl: a scheduled refresh, a probe during a backoff, or a user's request (`list`). */
export type CrawlPurpose = 'inventory' | 'probe' | 'list';

/** Whether somebody waits for a request with this purpose. */
export function isInteractive(purpose: Purpose): boolean {
  return purpose === 'detail' || purpose === 'list';
}

/** The maximum time that the request of a user waits for a slot, for a read to end or for the first rows, milliseconds. */
export const INTERACTIVE_MAX_WAIT_MS = 4_000;
/**
 * The maximum queueing time of a background request, milliseconds: slightly more than the rest of a minute window. A
 * request that would wait longer is denied, so that its crawl ends and reports the cause.
 */
export const BACKGROUND_MAX_WAIT_MS = 65_000;

/**
 * The events of upstream requests and of the backoff, for logs, metrics and tests. They contain no URL, body or key.
 * Times and durations are monotonic ms. `backoff`: it has changed; null: it has ended.
 */
export type RequestEvent =
  | { kind: 'sent'; purpose: Purpose }
  | { kind: 'denied' | 'retried'; purpose: Purpose; code: UpstreamFailure['code'] }
  | { kind: 'answered'; purpose: Purpose; tookMs: number }
  | { kind: 'failed'; purpose: Purpose; code: UpstreamFailure['code']; tookMs: number }
  | { kind: 'backoff'; purpose: Purpose; backoff: { cause: Backoff['cause']; until: number } | null };

/** Whether the attempt ended before the request could be sent, so that upstream cannot have counted it. */
export function wasNeverSent(failure: Failure | null): boolean {
  if (failure !== null && isOwnFailure(failure)) return true;
  return failure?.code === 'upstream_unreachable' && failure.reason !== 'reset' && failure.reason !== 'other';
}

/** Whether upstream may have counted a request with this result: all except 429s and requests that were never sent. */
export function isSpent(failure: Failure | null): boolean {
  return !wasNeverSent(failure) && !(failure !== null && 'retryAt' in failure);
}

/**
 * Whether the failure may concern only the requested page or monitor, so that other requests may succeed. All other failures
 * concern every request: a 429, a rejected key, an API that cannot be reached.
 */
export function maybeSpecific(failure: Failure): boolean {
  if (failure.code === 'upstream_unreachable') return !wasNeverSent(failure);
  return ['upstream_error', 'upstream_invalid_response', 'upstream_timeout'].includes(failure.code);
}

/**
 * Whether the failure of a request for a monitor may concern only that monitor, as a 403 without scopes may. If it concerns every
 * request, the next crawl fails, too.
 */
export function maybeOfOneMonitor(failure: Failure): boolean {
  return failure.code === 'access_denied' || maybeSpecific(failure);
}

/**
 * Whether the failure says nothing about other requests: a 403 for a page of the list after page 1, or a
 * fault of one monitor's detail (docs/failure-matrix.md, row 94).
 */
export function isOfOneRequest(
  failure: UpstreamFailure,
  { isLaterPage, isDetail }: { isLaterPage: boolean; isDetail: boolean },
): boolean {
  const isPageDenial = isLaterPage && (failure.code === 'missing_scope' || failure.code === 'access_denied');
  return isPageDenial || (isDetail && maybeOfOneMonitor(failure));
}
