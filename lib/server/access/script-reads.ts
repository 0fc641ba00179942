import 'server-only';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';

/** Limits the requests to the API that scripts cause by opening single monitors. */
export interface ScriptReads {
  /** Counts one. @throws FailureError `token_limited` when too many were counted */
  take(): void;
}

/** Maximum in an hour, of all tokens and replicas together: 1,440 a day, so that most of a usual quota is left for the list. */
export const SCRIPT_READS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;

/**
 * A fixed window, which begins with its first request.
 *
 * @param replicas number of replicas, each of which has its part of the limit
 */
export function createScriptReads(
  clock: Pick<Clock, 'now' | 'monotonic'>,
  replicas: () => number,
): ScriptReads {
  let window = { startedAt: Number.NEGATIVE_INFINITY, count: 0 };
  return {
    take() {
      const now = clock.monotonic();
      if (now - window.startedAt >= HOUR_MS) window = { startedAt: now, count: 0 };
      if (window.count >= Math.max(1, Math.floor(SCRIPT_READS_PER_HOUR / replicas()))) {
        const retryAt = clock.now() + window.startedAt + HOUR_MS - now;
        throw new FailureError({ code: 'token_limited', why: 'reads', retryAt });
      }
      window.count += 1;
    },
  };
}
