import 'server-only';
import type { Clock } from '../clock.ts';
import type { Failure } from '../errors.ts';

/** The next page of a first crawl is there about then, milliseconds. */
const RETRY_MS = 2000;

/** What is asked for has not been read yet, and soon may have been. */
export function notReady(clock: Clock): Failure {
  return { code: 'not_ready', what: 'list', retryAt: clock.now() + RETRY_MS };
}
