import 'server-only';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import type { Degraded } from '@/lib/contract/responses';
import type { Failure } from '../errors.ts';
import { failureSentence, retryAtOf } from '../failure-sentence.ts';

type Reason = NonNullable<ReadNowAnswer['data']['reason']>;

/** An answer waits this long for a reading to end, milliseconds. */
export const WAIT_MS = 4000;

/** It was read, but for what `reason` names. */
export function read(cost: number, reason: Reason | null = null): ReadNowAnswer {
  return { data: { outcome: 'read', cost, reason } };
}

/** It takes longer than the answer may. */
export function underWay(cost: number): ReadNowAnswer {
  return { data: { outcome: 'reading', cost, reason: null } };
}

/** It was not read: tried, if anything was sent. */
export function notRead(cost: number, reason: Reason): ReadNowAnswer {
  return { data: { outcome: cost > 0 ? 'failed' : 'refused', cost, reason } };
}

/** @param retryAt epoch ms */
export function justRead(retryAt: number): ReadNowAnswer {
  return notRead(0, {
    code: 'just_read',
    message: 'Already refreshed a moment ago.',
    retry_at: new Date(retryAt).toISOString(),
  });
}

/** @param why nothing was read, in a sentence; null when that is not known; @param retryAt epoch ms */
export function justTried(why: string | null, retryAt: number): ReadNowAnswer {
  const tried = 'A refresh failed a moment ago.';
  return notRead(0, {
    code: 'just_tried',
    message: why === null ? tried : `${tried} ${why}`,
    retry_at: new Date(retryAt).toISOString(),
  });
}

/** The rest of the day or the month is less than the monitors take. */
export function tooDear({ cost, left }: { cost: number; left: number }): ReadNowAnswer {
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
    message: failureSentence(failure),
    retry_at: retryAt === null ? null : new Date(retryAt).toISOString(),
  };
}

export function reasonOfDegraded({ code, message, retry_at }: Degraded): Reason {
  return { code, message, retry_at };
}
