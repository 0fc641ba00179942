import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { DAY_MS } from '../../contract/history-days.ts';
import type { History } from '../history/history.ts';
import { FLAPPING_RANGE_DAYS, type Observed } from './rule.ts';

/** Reads what the rules need of the history, day by day. @param now epoch ms. @throws FailureError `storage_unreachable` */
export async function readObserved(
  history: Pick<History, 'watched' | 'maintenance' | 'wentDown' | 'outagesAfterUp'>,
  now: number,
): Promise<Observed> {
  const daysDown = new Map<string, number>();
  for (let day = 1; day <= FLAPPING_RANGE_DAYS; day += 1) {
    for (const uuid of await history.wentDown(now - day * DAY_MS, now - (day - 1) * DAY_MS)) {
      daysDown.set(uuid, (daysDown.get(uuid) ?? 0) + 1);
    }
    // SQLite reads at once.
    await setImmediate();
  }
  const { from } = await history.watched(now, now);
  return {
    from,
    until: now,
    maintenance: await history.maintenance(),
    daysDown,
    upBefore: new Set(await history.outagesAfterUp()),
  };
}
