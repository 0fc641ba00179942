import 'server-only';
import { LRUCache } from 'lru-cache';
import type { MonitorHistory } from '@/lib/contract/changes';
import { DAY_MS, HISTORY_CHANGES_MAX, type HistoryDays } from '../../contract/history-days.ts';
import type { Clock } from '../clock.ts';
import type { History } from '../history/history.ts';
import { lengthOfRange, type Slot, slotStart, stateOf, wasInMaintenance } from '../history/slot.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { changeOf, historyMetaOf } from './change-response.ts';
import type { EtaggedBody } from './etagged-body.ts';
import { responsesByReading } from './of-one-reading.ts';
import { notListed, readMonitorUuid } from './request-failures.ts';

/**
 * Returns what was observed of a monitor in the last days, also of a removed one. Sends no upstream request.
 *
 * @throws FailureError `invalid_parameter` when the path segment is not a UUID; `monitor_not_found` for a monitor that is
 *   neither listed nor remembered
 */
type GetMonitorHistory = (uuid: string, days: HistoryDays) => Promise<EtaggedBody<MonitorHistory>>;

/** Size of the responses that are kept: viewers of the same monitor share one. 30 days take about 30 kB. */
const CACHE_BYTES = 8_000_000;

export function createGetMonitorHistory(parts: {
  history: History;
  inventory: Pick<Inventory, 'monitor' | 'view'>;
  clock: Clock;
  demo: boolean;
}): GetMonitorHistory {
  const { history, inventory, clock, demo } = parts;
  const cache = new LRUCache<string, EtaggedBody<MonitorHistory>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  const respond = responsesByReading(history, cache);
  return async (pathUuid, days) => {
    const uuid = readMonitorUuid(pathUuid);
    const now = clock.now();
    const length = lengthOfRange[days];
    const since = slotStart(now - days * DAY_MS, length) + length;
    return respond(`${uuid} ${days} ${since}`, async () => {
      const slots = await history.slots(uuid, { since, until: now + DAY_MS, length });
      if (slots === null && inventory.monitor(uuid) === undefined) throw notListed(inventory.view(), clock);
      const { changes } = await history.changes({ uuid, since, limit: HISTORY_CHANGES_MAX });
      const meta = historyMetaOf(await history.watched(since, now), demo);
      return { data: { ...slotsOf(slots ?? [], length), changes: changes.map(changeOf) }, meta };
    });
  };
}

function slotsOf(
  slots: readonly (Slot & { at: number })[],
  length: number,
): Omit<MonitorHistory['data'], 'changes'> {
  const seen = slots.reduce((sum, slot) => sum + slot.checks, 0);
  const down = slots.reduce((sum, slot) => sum + slot.down, 0);
  return {
    slot_s: length / 1000,
    slots: slots.flatMap(slotOf),
    checks_seen: seen,
    checks_up: seen - down,
  };
}

function slotOf(slot: Slot & { at: number }): MonitorHistory['data']['slots'] {
  const state = stateOf(slot);
  if (state === null) return [];
  const { at, quarters, checks, down, timed, sum_ms, max_ms } = slot;
  return [
    {
      at: new Date(at).toISOString(),
      quarters,
      state,
      maintenance: wasInMaintenance(slot),
      checks,
      down,
      timed,
      mean_ms: timed === 0 ? null : Math.round(sum_ms / timed),
      max_ms: timed === 0 ? null : max_ms,
    },
  ];
}
