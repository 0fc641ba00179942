import 'server-only';
import { z } from 'zod';
import type { MonitorDetail } from '@/lib/contract/answers';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Inventory, InventoryView } from '../inventory/inventory.ts';
import type { LastGood } from '../last-good.ts';
import { type Tagged, tagged } from '../tagged.ts';
import type { WireDetail } from '../upstream/schema.ts';
import { describeDegraded } from './describe-degraded.ts';
import { partialAnswer, wholeAnswer } from './monitor-answer.ts';
import { createUnlistedMonitors } from './unlisted-monitors.ts';

/** Any UUID shape (versions are not our business); checked before anything is asked of upstream. */
const uuidSchema = z.guid().toLowerCase();
/** Who opens a monitor while the first crawl runs waits this long for it to be read, milliseconds. */
const COLD_WAIT_MS = 4000;

/**
 * Answers for one monitor: read anew at most once a minute; the list shape when upstream may not be asked. While the
 * inventory is not complete, a monitor that it lacks is asked for upstream, a few a minute.
 * @param within how old a reading may be to be reused, milliseconds; a minute unless told otherwise
 * @throws FailureError `invalid_parameter` for what is no UUID, `monitor_not_found` (also, at no cost, for what the
 *   complete inventory does not hold), or an upstream failure when nothing at all is known; `not_ready` while it cannot be told whether there is one
 */
export type GetMonitor = (uuid: string, within?: number) => Promise<Tagged<MonitorDetail>>;

export function createGetMonitor(parts: {
  gateway: Gateway;
  inventory: Inventory;
  details: LastGood<WireDetail>;
  clock: Clock;
  demo: boolean;
}): GetMonitor {
  const { gateway, inventory, details, clock, demo } = parts;
  const unlisted = createUnlistedMonitors(clock);

  async function whole(uuid: string, within: number | undefined): Promise<MonitorDetail> {
    const { reading, degraded } = await details.get(uuid, () => gateway.monitor(uuid), within);
    return wholeAnswer(reading, degraded && describeDegraded(degraded), inventory, demo);
  }

  /** @returns whether one of the lookups was taken @throws FailureError for a monitor that may not be asked for */
  function takeLookup(uuid: string, { state, trouble }: InventoryView): boolean {
    if (state === 'complete' || unlisted.isAbsent(uuid))
      throw new FailureError({ code: 'monitor_not_found' });
    if (details.fresh(uuid)) return false;
    const retryAt = unlisted.takeLookup();
    if (retryAt === null) return true;
    const why = state === 'reading' ? trouble?.failure : undefined;
    throw new FailureError(why ?? { code: 'not_ready', retryAt });
  }

  return async (given, within) => {
    const parsed = uuidSchema.safeParse(given);
    if (!parsed.success) {
      throw new FailureError({ code: 'invalid_parameter', parameter: 'uuid', detail: 'must be a UUID' });
    }
    const uuid = parsed.data;
    const isSettled = ({ state, trouble }: InventoryView) =>
      state === 'complete' || trouble !== null || inventory.monitor(uuid) !== undefined;
    // The first crawl may be about to bring it.
    if (inventory.view().state === 'reading') await inventory.until(isSettled, COLD_WAIT_MS);
    const view = inventory.view();
    const listed = inventory.monitor(uuid);
    const isLookup = listed === undefined && takeLookup(uuid, view);
    try {
      return tagged(await whole(uuid, within));
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      if (error.failure.code === 'monitor_not_found') {
        unlisted.absent(uuid);
        inventory.gone(uuid);
        throw error;
      }
      if (isLookup) unlisted.giveBack();
      if (!listed) throw error;
      const degraded = describeDegraded({ failure: error.failure, since: view.asOf });
      return tagged(partialAnswer(listed, degraded, view, demo));
    }
  };
}
