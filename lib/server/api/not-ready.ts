import 'server-only';
import type { Clock } from '../clock.ts';
import type { Failure } from '../errors.ts';

/** Typical time until the first crawl has read its next page. */
const RETRY_MS = 2000;

/** Returns the failure `not_ready` for the list, with a retry time. */
export function notReady(clock: Clock): Failure {
  return { code: 'not_ready', what: 'list', retryAt: clock.now() + RETRY_MS };
}
