import 'server-only';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import { type CreateLimiter, takePoint } from './rate-limiter.ts';

/** Limits the requests to the API that scripts cause by opening single monitors. */
export interface ScriptReads {
  /** Counts one. @throws FailureError `token_limited` when too many were counted */
  take(): Promise<void>;
}

/** Maximum in an hour, of all tokens together: 1,440 a day, so that most of a usual quota is left for the list. */
export const SCRIPT_READS_PER_HOUR = 60;

export function createScriptReads(parts: {
  createLimiter: CreateLimiter;
  clock: Pick<Clock, 'now'>;
}): ScriptReads {
  const reads = parts.createLimiter({
    keyPrefix: 'script-reads',
    points: SCRIPT_READS_PER_HOUR,
    duration: 3600,
  });
  return {
    async take() {
      const waitMs = await takePoint(reads, 'all');
      if (waitMs === 0) return;
      throw new FailureError({ code: 'token_limited', why: 'reads', retryAt: parts.clock.now() + waitMs });
    },
  };
}
