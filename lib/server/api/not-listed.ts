import 'server-only';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { InventoryView } from '../inventory/inventory.ts';

/** Returns the failure of a monitor that is not in the list. It may have been created since that was read. */
export function notListed({ asOf, refreshAt }: InventoryView, clock: Clock): FailureError {
  return new FailureError({ code: 'monitor_not_found', list: { asOf, refreshAt, now: clock.now() } });
}
