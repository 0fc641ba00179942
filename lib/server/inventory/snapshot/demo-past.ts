import 'server-only';
import { DAY_MS } from '../../../contract/history-days.ts';
import { type RowWithSettings, settingsOf } from './settings.ts';
import { buildSnapshot, type Snapshot } from './snapshot.ts';

/** The last day was read every 5 minutes, the month before it once in each quarter-hour. */
const LAST_DAY = { lengthMs: DAY_MS, everyMs: 5 * 60_000 };
const MONTH = { lengthMs: 30 * DAY_MS, everyMs: 15 * 60_000 };

/**
 * Generates the snapshots of the past month of demo data, the oldest first.
 *
 * @param monitorsAt returns the monitors with their settings at a time, epoch ms
 */
export function* demoPast(
  monitorsAt: (instant: number) => readonly RowWithSettings[],
  now: number,
): Generator<Snapshot> {
  let previous: Snapshot | null = null;
  const lastDay = now - LAST_DAY.lengthMs;
  for (
    let asOf = now - MONTH.lengthMs;
    asOf < now;
    asOf += asOf < lastDay ? MONTH.everyMs : LAST_DAY.everyMs
  ) {
    const rows = monitorsAt(asOf).map((monitor) => ({ monitor, asOf, upstreamNow: asOf }));
    const readSettings = new Map(
      rows.map(({ monitor }) => {
        const { monitor_uuid: uuid, updated_at } = monitor;
        return [uuid.toLowerCase(), { settings: settingsOf(monitor) ?? {}, updated_at, readAt: asOf }];
      }),
    );
    previous = buildSnapshot({ rows, previous, asOf, evidence: 'complete', missing: null, readSettings });
    yield previous;
  }
}
