import 'server-only';
import { LRUCache } from 'lru-cache';
import type { FleetHistory } from '@/lib/contract/changes';
import { DAY_MS, type HistoryDays, historyDays } from '../../contract/history-days.ts';
import type { Clock } from '../clock.ts';
import type { FleetSlot } from '../history/fleet.ts';
import type { History } from '../history/history.ts';
import { lengthOfRange, slotStart } from '../history/slot.ts';
import { historyMetaOf } from './change-response.ts';
import type { EtaggedBody } from './etagged-body.ts';
import { responsesByReading } from './of-one-reading.ts';

/** Returns how many monitors were in each condition in the last days. Sends no upstream request. */
type GetFleetHistory = (days: HistoryDays) => Promise<EtaggedBody<FleetHistory>>;

/** Number of responses that are kept: viewers of the same range share one. 30 days take about 30 kB. */
const CACHE_MAX = historyDays.length;

export function createGetFleetHistory(parts: {
  history: History;
  clock: Clock;
  demo: boolean;
}): GetFleetHistory {
  const { history, clock, demo } = parts;
  const cache = new LRUCache<string, EtaggedBody<FleetHistory>>({ max: CACHE_MAX });
  const respond = responsesByReading(history, cache);
  return async (days) => {
    const now = clock.now();
    const length = lengthOfRange[days];
    const since = slotStart(now - days * DAY_MS, length) + length;
    return respond(`${days} ${since}`, async () => {
      const slots = await history.fleet({ since, until: now + DAY_MS, length });
      return {
        data: { slot_s: length / 1000, slots: slots.map(slotOf) },
        meta: historyMetaOf(await history.watched(since, now), demo),
      };
    });
  };
}

function slotOf({ at, first_at: _, last_at: __, ...counts }: FleetSlot) {
  return { at: new Date(at).toISOString(), ...counts };
}
