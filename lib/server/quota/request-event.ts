import 'server-only';
import type { UpstreamFailure } from '../errors.ts';
import type { Backoff } from './backoff.ts';
import type { Purpose } from './request-purpose.ts';

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
