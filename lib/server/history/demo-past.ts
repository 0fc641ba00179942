import 'server-only';
import type { ListFields } from '@/lib/contract/monitor';
import { DAY_MS } from '../../contract/history-days.ts';
import { buildSnapshot, type Snapshot } from '../inventory/snapshot.ts';

/** How often the demo organization was read in its past. */
const EVERY_MS = 5 * 60_000;

/**
 * Generates the readings of the last 24 hours of demo data.
 *
 * @param monitorsAt returns the monitors at a time, epoch ms
 */
export function* demoPast(
  monitorsAt: (instant: number) => readonly ListFields[],
  now: number,
): Generator<Snapshot> {
  let previous: Snapshot | null = null;
  for (let asOf = now - DAY_MS; asOf < now; asOf += EVERY_MS) {
    const rows = monitorsAt(asOf).map((monitor) => ({ monitor, asOf, upstreamNow: asOf }));
    previous = buildSnapshot({ rows, previous, asOf, evidence: 'complete', missing: null });
    yield previous;
  }
}
