import 'server-only';
import type { FleetHistory, MonitorHistory } from '@/lib/contract/changes';
import { DAY_MS, HISTORY_CHANGES_MAX, type HistoryDays } from '../../contract/limits.ts';
import { iso } from '../../text/format.ts';
import type { Clock } from '../clock.ts';
import { lastDays, type Timeline } from '../history/availability.ts';
import type { History } from '../history/history.ts';
import { type Outage, observe, reportFigures } from '../history/outages.ts';
import { lengthOfRange, type Slot, slotStart, stateOf, wasInMaintenance } from '../history/slots.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { consistentRead } from './cached-view.ts';
import { changeOf, historyMetaOf } from './changes.ts';
import { notListed } from './failures.ts';
import { listedRows } from './list-history.ts';
import { readMonitorUuid } from './parameters.ts';

/** Serves the observed history of the last days by slots. Sends no upstream request. */
export function createSlotHistory(parts: {
  history: History;
  inventory: Pick<Inventory, 'monitor' | 'shown' | 'current'>;
  clock: Clock;
}) {
  const { history, inventory, clock } = parts;
  const respondMonitor = consistentRead<MonitorHistory>(history);
  const respondFleet = consistentRead<FleetHistory>(history);

  /** The slots of a number of days, and the `meta` of their response. */
  function rangeOf(days: HistoryDays) {
    const now = clock.now();
    const length = lengthOfRange[days];
    const since = slotStart(now - days * DAY_MS, length) + length;
    const meta = async () => historyMetaOf(await history.watched(since, now));
    return { since, slots: { since, until: now + DAY_MS, length }, slot_s: length / 1000, meta };
  }

  return {
    /**
     * Returns the history of a monitor, even of a removed one. @throws FailureError `invalid_parameter`; `monitor_not_found` if
     * it is neither in the list nor in the history
     */
    async getMonitorHistory(pathUuid: string, days: HistoryDays) {
      const uuid = readMonitorUuid(pathUuid);
      const { since, slots, slot_s, meta } = rangeOf(days);
      return respondMonitor(`${uuid} ${days} ${since}`, async () => {
        const seen = await history.slots(uuid, slots);
        const monitor = inventory.monitor(uuid);
        if (seen === null && monitor === undefined) throw notListed(inventory.shown(), clock);
        const rows = listedRows(inventory, monitor === undefined ? [] : [monitor]);
        const pasts = await history.pasts(rows, { since: clock.now() - (days + 1) * DAY_MS, slots: [] });
        const past = pasts.get(monitor?.monitor_uuid ?? uuid);
        // The same range as that of the outages, which begins before the first slot.
        const day = clock.now() - days * DAY_MS;
        const { changes } = await history.changes({ uuid, since: day, limit: HISTORY_CHANGES_MAX });
        return {
          data: {
            slot_s,
            slots: monitorSlots(seen ?? []),
            ...(past ? figuresOfDays(past.timeline, days) : { availability: null, outages: null }),
            changes: changes.map(changeOf),
          },
          meta: await meta(),
        };
      });
    },
    async getFleetHistory(days: HistoryDays) {
      const { since, slots, slot_s, meta } = rangeOf(days);
      return respondFleet(`${days} ${since}`, async () => {
        const seen = await history.fleet(slots);
        const counts = seen.map(({ first_at: _, last_at: __, crawls: ___, ...slot }) => ({
          ...slot,
          at: iso(slot.at),
          down_mean: hundredths(slot.down_mean),
          overdue_mean: hundredths(slot.overdue_mean),
          unknown_mean: hundredths(slot.unknown_mean),
        }));
        return { data: { slot_s, slots: counts }, meta: await meta() };
      });
    },
  };
}

const hundredths = (mean: number) => Math.round(mean * 100) / 100;

/** The availability and the outages of the last days, as a report has them. */
function figuresOfDays(timeline: Timeline, days: HistoryDays) {
  const range = lastDays(timeline, days);
  const { observed, outages: seen } = observe(timeline, range);
  const { availability, outages, longest_s } = reportFigures(observed);
  // Of two outages whose lengths overlap, nobody knows which one is longer.
  const isLonger = ({ lastedMs: a }: Outage, { lastedMs: b }: Outage) => a.least > b.least || a.most > b.most;
  const longest = seen.find((one) => !seen.some((other) => isLonger(other, one)));
  const longest_at = longest && {
    from: iso(longest.began?.to ?? Math.max(timeline.from, range.since)),
    to: iso(longest.ended?.to ?? range.until),
  };
  return { availability, outages: { outages, longest_s, longest_at: longest_at ?? null } };
}

function monitorSlots(seen: readonly (Slot & { at: number })[]): MonitorHistory['data']['slots'] {
  return seen.flatMap((slot) => {
    const state = stateOf(slot);
    if (state === null) return [];
    const { at, quarters, checks, down, timed, sum_ms, max_ms } = slot;
    const times = {
      mean_ms: timed === 0 ? null : Math.round(sum_ms / timed),
      max_ms: timed === 0 ? null : max_ms,
    };
    const maintenance = wasInMaintenance(slot);
    return [{ at: iso(at), quarters, state, maintenance, checks, down, timed, ...times }];
  });
}
