import 'server-only';
import { z } from 'zod';
import type { MonitorDetail } from '@/lib/contract/answers';
import { FailureError } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { LastGood } from '../last-good.ts';
import { type Tagged, tagged } from '../tagged.ts';
import type { WireDetail } from '../upstream/schema.ts';
import { describeDegraded } from './describe-degraded.ts';
import { partialAnswer, wholeAnswer } from './monitor-answer.ts';

/** Any UUID shape (versions are not our business); checked before anything is asked of upstream. */
const uuidSchema = z.guid().toLowerCase();

/**
 * Answers for one monitor: read anew at most once a minute; the list shape when upstream may not be asked.
 * @throws FailureError `invalid_parameter` for what is no UUID, `monitor_not_found` (also, at no cost, for what the
 *   complete inventory does not hold), or an upstream failure when nothing at all is known
 */
export type GetMonitor = (uuid: string) => Promise<Tagged<MonitorDetail>>;

export function createGetMonitor(parts: {
  gateway: Gateway;
  inventory: Inventory;
  details: LastGood<WireDetail>;
  demo: boolean;
}): GetMonitor {
  const { gateway, inventory, details, demo } = parts;

  async function whole(uuid: string): Promise<MonitorDetail> {
    const { reading, degraded } = await details.get(uuid, () => gateway.monitor(uuid));
    return wholeAnswer(reading, degraded && describeDegraded(degraded), inventory, demo);
  }

  return async (given) => {
    const parsed = uuidSchema.safeParse(given);
    if (!parsed.success) {
      throw new FailureError({ code: 'invalid_parameter', parameter: 'uuid', detail: 'must be a UUID' });
    }
    const view = inventory.view();
    const listed = inventory.monitor(parsed.data);
    if (view.state === 'complete' && !listed) throw new FailureError({ code: 'monitor_not_found' });
    try {
      return tagged(await whole(parsed.data));
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      if (error.failure.code === 'monitor_not_found') inventory.gone(parsed.data);
      else if (listed) {
        const degraded = describeDegraded({ failure: error.failure, since: view.asOf });
        return tagged(partialAnswer(listed, degraded, view, demo));
      }
      throw error;
    }
  };
}
