import type { DetailedMonitor, Peers } from '@/lib/contract/answers';
import { formatInteger } from '@/lib/format';

type Compared = Pick<DetailedMonitor, 'is_active' | 'last_response_time_ms'>;

/** What the strip of response times shows, in words. */
export function peerMessage(peers: Peers, monitor: Compared): string {
  const median = `the median is ${formatInteger(peers.median_ms)}\u00a0ms`;
  if (!monitor.is_active) return `This monitor is inactive, so it has no place among them; ${median}.`;
  if (peers.rank === null || monitor.last_response_time_ms === null) {
    return `This monitor has no response time now; ${median}.`;
  }
  return `${formatInteger(monitor.last_response_time_ms)}\u00a0ms, ${standing(peers.rank, peers.count)}; ${median}.`;
}

function standing(rank: number, count: number): string {
  const of = `of ${formatInteger(count)}`;
  if (rank === 1) return `the fastest ${of}`;
  if (rank === count) return `the slowest ${of}`;
  return `${ordinal(rank)} fastest ${of}`;
}

const plural = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

function ordinal(value: number): string {
  return `${formatInteger(value)}${endings[plural.select(value)] ?? 'th'}`;
}
