import 'server-only';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import type { Degraded } from '@/lib/contract/responses';
import type { Failure } from '../errors.ts';
import { errorMessage, retryAtOf } from './error-message.ts';

type Reason = NonNullable<ReadNowAnswer['data']['reason']>;

/** The read succeeded, except for what `reason` describes. */
export function read(cost: number, reason: Reason | null = null): ReadNowAnswer {
  return { data: { outcome: 'read', cost, reason } };
}

/** The read has not ended within `INTERACTIVE_MAX_WAIT_MS`. */
export function stillReading(cost: number): ReadNowAnswer {
  return { data: { outcome: 'reading', cost, reason: null } };
}

/** The read failed, or was refused before a request was sent (`cost` 0). */
export function notRead(cost: number, reason: Reason): ReadNowAnswer {
  return { data: { outcome: cost > 0 ? 'failed' : 'refused', cost, reason } };
}

/** The data is fresh already. @param retryAt epoch ms */
export function justRead(retryAt: number): ReadNowAnswer {
  return notRead(0, {
    code: 'just_read',
    message: 'Already refreshed a moment ago.',
    retry_at: new Date(retryAt).toISOString(),
  });
}

/**
 * A read failed recently, and is not repeated yet.
 *
 * @param message of the failure, a sentence; null: unknown
 * @param retryAt epoch ms
 */
export function justTried(message: string | null, retryAt: number): ReadNowAnswer {
  const tried = 'A refresh failed a moment ago.';
  return notRead(0, {
    code: 'just_tried',
    message: message === null ? tried : `${tried} ${message}`,
    retry_at: new Date(retryAt).toISOString(),
  });
}

/** The rest of the daily or monthly quota is smaller than the cost of a crawl. */
export function tooFewLeft({ cost, left }: { cost: number; left: number }): ReadNowAnswer {
  return notRead(0, {
    code: 'too_few_requests_left',
    message: `A refresh takes ${cost} requests; only ${left} left.`,
    retry_at: null,
  });
}

export function reasonOf(failure: Failure): Reason {
  const retryAt = retryAtOf(failure);
  return {
    code: failure.code,
    message: errorMessage(failure),
    retry_at: retryAt === null ? null : new Date(retryAt).toISOString(),
  };
}

export function reasonOfDegraded({ code, message, retry_at }: Degraded): Reason {
  return { code, message, retry_at };
}
