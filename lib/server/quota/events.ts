import 'server-only';
import type { UpstreamFailure } from '../errors.ts';
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
