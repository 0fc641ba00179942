import 'server-only';
import type { MonitorDetail } from '@/lib/contract/responses';
import type { Inventory } from '../inventory/inventory.ts';
import type { DetailCache } from '../upstream/detail-cache.ts';
import { type EtaggedBody, etaggedBody } from './etagged-body.ts';
import { detailResponse, partialResponse } from './monitor-response.ts';

/**
 * Returns the known data of a monitor without waiting, for server-rendered pages: its detail while that is fresh, else
 * its list fields, marked `partial` and not degraded; null for a monitor that is not in the list. Sends no upstream
 * request.
 */
type KnownMonitor = (uuid: string) => EtaggedBody<MonitorDetail> | null;

export function createKnownMonitor(parts: {
  inventory: Inventory;
  details: DetailCache;
  demo: boolean;
}): KnownMonitor {
  const { inventory, details, demo } = parts;
  return (pathUuid) => {
    const uuid = pathUuid.toLowerCase();
    const listed = inventory.monitor(uuid);
    const view = inventory.view();
    if (!listed) return null;
    const reading = details.fresh(uuid);
    return etaggedBody(
      reading ? detailResponse(reading, null, inventory, demo) : partialResponse(listed, null, view, demo),
    );
  };
}
