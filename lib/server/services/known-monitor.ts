import 'server-only';
import type { MonitorDetail } from '@/lib/contract/responses';
import { type EtaggedBody, etaggedBody } from '../etagged-body.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { StaleOnErrorCache } from '../stale-on-error-cache.ts';
import type { WireDetail } from '../upstream/schema.ts';
import { partialAnswer, wholeAnswer } from './monitor-answer.ts';

/**
 * What is known of a monitor at this moment, for a page that must not wait: all of it while the last reading is fresh,
 * else the list shape, `partial` and not degraded. Null when nothing is. Never asks upstream.
 */
export type KnownMonitor = (uuid: string) => EtaggedBody<MonitorDetail> | null;

export function createKnownMonitor(parts: {
  inventory: Inventory;
  details: StaleOnErrorCache<WireDetail>;
  demo: boolean;
}): KnownMonitor {
  const { inventory, details, demo } = parts;
  return (given) => {
    const uuid = given.toLowerCase();
    const listed = inventory.monitor(uuid);
    const view = inventory.view();
    if (!listed) return null;
    const reading = details.fresh(uuid);
    return etaggedBody(
      reading ? wholeAnswer(reading, null, inventory, demo) : partialAnswer(listed, null, view, demo),
    );
  };
}
