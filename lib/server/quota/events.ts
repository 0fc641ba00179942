import 'server-only';
import type { UpstreamFailure } from '../errors.ts';
import type { BackoffCause } from './backoff-state.ts';

/** The purpose of an upstream request. It determines the priority (admission) and is counted separately (spending). */
export type Purpose = 'inventory' | 'list' | 'detail' | 'probe' | 'retry';

/**
 * The events of upstream requests and of the backoff, for logs, metrics and tests. They contain no URL, body or key.
 * Times and durations are monotonic ms.
 */
export type RequestEvent =
  | { kind: 'admitted' | 'sent'; purpose: Purpose }
  | { kind: 'deferred'; purpose: Purpose; until: number }
  | { kind: 'refused'; purpose: Purpose; code: UpstreamFailure['code'] }
  | { kind: 'retried'; purpose: Purpose; code: UpstreamFailure['code'] }
  | { kind: 'answered'; purpose: Purpose; tookMs: number }
  | { kind: 'failed'; purpose: Purpose; code: UpstreamFailure['code']; tookMs: number }
  | { kind: 'breaker-opened'; purpose: Purpose; code: UpstreamFailure['code']; until: number }
  | { kind: 'breaker-closed'; purpose: Purpose }
  | { kind: 'backoff-started'; purpose: Purpose; cause: Exclude<BackoffCause, 'breaker'>; until: number }
  | { kind: 'backoff-ended'; purpose: Purpose; cause: Exclude<BackoffCause, 'breaker'> };
