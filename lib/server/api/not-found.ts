import 'server-only';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { InventoryView } from '../inventory/inventory.ts';

/** Returns the failure of a monitor that is not in the list. It may have been created since that was read. */
export function notListed({ asOf, refreshAt }: InventoryView, clock: Clock): FailureError {
  return new FailureError({ code: 'monitor_not_found', list: { asOf, refreshAt, now: clock.now() } });
}

/** Typical time until the first crawl has read its next page. */
const RETRY_MS = 2000;

/** Returns the failure of a list that has not been read yet, with a retry time. */
export function notReady(clock: Clock): FailureError {
  return new FailureError({ code: 'not_ready', what: 'list', retryAt: clock.now() + RETRY_MS });
}
