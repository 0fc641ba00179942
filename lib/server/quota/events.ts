import 'server-only';
import type { UpstreamFailure } from '../errors.ts';
import type { BackoffCause } from './backoff-state.ts';

/** What a request upstream is for. Each has its own right of way (admission) and its own count (spending). */
export type Purpose = 'inventory' | 'list' | 'detail' | 'probe' | 'retry';

/**
 * One event for each thing that happens to a request, and for each change of how upstream lets us in. The gateway
 * emits them; tests compare traces, logs print them. Nothing of a URL, a body or the key is in them. Instants and
 * durations are monotonic milliseconds.
 */
export type RequestEvent =
  | { kind: 'joined' | 'admitted' | 'sent'; purpose: Purpose }
  | { kind: 'deferred'; purpose: Purpose; until: number }
  | { kind: 'refused'; purpose: Purpose; code: UpstreamFailure['code'] }
  | { kind: 'retried'; purpose: Purpose; code: UpstreamFailure['code'] }
  | { kind: 'answered'; purpose: Purpose; tookMs: number }
  | { kind: 'failed'; purpose: Purpose; code: UpstreamFailure['code']; tookMs: number }
  | { kind: 'breaker-opened'; purpose: Purpose; code: UpstreamFailure['code']; until: number }
  | { kind: 'breaker-closed'; purpose: Purpose }
  | { kind: 'backoff-started'; purpose: Purpose; cause: Exclude<BackoffCause, 'breaker'>; until: number }
  | { kind: 'backoff-ended'; purpose: Purpose; cause: Exclude<BackoffCause, 'breaker'> };
