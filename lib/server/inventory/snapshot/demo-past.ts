import 'server-only';
import type { ListFields } from '@/lib/contract/monitor';
import { buildSnapshot, type Snapshot } from './snapshot.ts';

/** The interval of the crawls in the past of the demo organization. */
const EVERY_MS = 5 * 60_000;

/**
 * Generates the snapshots of the past of demo data, the oldest first.
 *
 * @param monitorsAt returns the monitors at a time, epoch ms
 * @param lengthMs the length of the past, milliseconds
 */
export function* demoPast(
  monitorsAt: (instant: number) => readonly ListFields[],
  now: number,
  lengthMs: number,
): Generator<Snapshot> {
  let previous: Snapshot | null = null;
  for (let asOf = now - lengthMs; asOf < now; asOf += EVERY_MS) {
    const rows = monitorsAt(asOf).map((monitor) => ({ monitor, asOf, upstreamNow: asOf }));
    previous = buildSnapshot({ rows, previous, asOf, evidence: 'complete', missing: null });
    yield previous;
  }
}
