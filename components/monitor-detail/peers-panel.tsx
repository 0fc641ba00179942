import { Panel } from '@/components/ui/panel';
import type { DetailedMonitor, Peers } from '@/lib/contract/answers';
import { formatInteger } from '@/lib/format';

/** The response time among those of its peers now: the only fair comparison where there is no history. */
export function PeersPanel({ monitor, peers }: { monitor: DetailedMonitor; peers: Peers }) {
  const { times, rank } = peers;
  const among = `${peers.type} in ${peers.region}${monitor.regions.length > 1 ? ', its first region' : ''}`;
  const fastest = times[0] ?? 0;
  const slowest = times.at(-1) ?? 0;
  const own = rank === null ? null : monitor.last_response_time_ms;
  return (
    <Panel
      title="Response time beside its peers"
      action={
        <span title={among} className="min-w-0 truncate text-ink-2 text-xs">
          {among}
        </span>
      }
    >
      <div className="px-4 py-3">
        <Strip times={times} fastest={fastest} slowest={slowest} own={own} />
        <div aria-hidden className="mt-1 flex justify-between text-ink-2 text-xs">
          <span>{formatInteger(fastest)} ms</span>
          {slowest > fastest ? <span className="text-ink-3">log scale</span> : null}
          <span>{formatInteger(slowest)} ms</span>
        </div>
        <p className="mt-2 text-ink">{peerMessage(peers, monitor)}</p>
      </div>
    </Panel>
  );
}

interface StripProps {
  times: readonly number[];
  fastest: number;
  slowest: number;
  own: number | null;
}

/** One line a monitor; this one's is taller, with a head. Their logarithms, since a few are slow by far. */
function Strip({ times, fastest, slowest, own }: StripProps) {
  const log = (time: number) => Math.log1p(Math.max(0, time));
  const span = log(slowest) - log(fastest);
  const at = (time: number) => `${span > 0 ? ((log(time) - log(fastest)) / span) * 100 : 50}%`;
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="34"
      className="block overflow-visible text-ink-3 forced-colors:text-[CanvasText]"
    >
      <line x1="0" x2="100%" y1="33.5" y2="33.5" stroke="currentColor" opacity="0.5" />
      <g stroke="currentColor" opacity="0.55">
        {times.map((time, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal times have no other identity, and lines hold no state.
          <line key={place} x1={at(time)} x2={at(time)} y1="14" y2="33" />
        ))}
      </g>
      {own === null ? null : (
        <svg
          aria-hidden="true"
          x={at(own)}
          className="overflow-visible text-accent forced-colors:text-[Highlight]"
          fill="currentColor"
        >
          <path d="M0 10 -5 2H5Z" />
          <rect x="-1.5" y="9" width="3" height="25" />
        </svg>
      )}
    </svg>
  );
}

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
