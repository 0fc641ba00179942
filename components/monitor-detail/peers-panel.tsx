import { isUnknown } from '@/components/monitor/unknown-value';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { conditionLabels } from '@/lib/contract/conditions';
import type { DetailedMonitor, Peers } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';

/** Compares the response time with the current ones of the peers, because the API has no history. */
export function PeersPanel({ monitor, peers }: { monitor: DetailedMonitor; peers: Peers }) {
  const { times, rank } = peers;
  const among = `${peers.type} in ${peers.region}${monitor.regions.length > 1 ? ' (first region)' : ''}`;
  const fastest = times[0] ?? 0;
  const slowest = times.at(-1) ?? 0;
  const own = rank === null ? null : monitor.last_response_time_ms;
  return (
    <Panel
      title="Response time vs. peers"
      action={
        <Link
          href={`/monitors?${peerSearch(peers)}`}
          title={`Show ${among} by response time`}
          className="min-w-0 truncate text-ink-2 text-xs underline decoration-line-strong underline-offset-2 hover:text-accent"
        >
          {among}
        </Link>
      }
    >
      <div className="px-4 py-3">
        <Strip times={times} own={own} />
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

/** A strip plot with one line for each peer and a marker for this monitor. The scale is logarithmic for outliers. */
function Strip({ times, own }: { times: readonly number[]; own: number | null }) {
  const [fastest, slowest] = [times[0] ?? 0, times.at(-1) ?? 0];
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

/** The query string of the list of peers, from the end where the monitor is. */
function peerSearch({ type, region, rank, count }: Peers): string {
  const order = rank !== null && rank > (count + 1) / 2 ? 'desc' : 'asc';
  const sort = { sort: 'last_response_time_ms', order };
  return new URLSearchParams({ type, region, condition: 'up', ...sort }).toString();
}

type RankedMonitor = Pick<DetailedMonitor, 'condition' | 'last_response_time_ms' | 'unknown_fields'>;

/** The text alternative of the strip plot: rank, number of peers and median. */
export function peerMessage(peers: Peers, monitor: RankedMonitor): string {
  const median = `median ${formatInteger(peers.median_ms)}\u00a0ms`;
  if (monitor.condition !== 'up') {
    return `Not ranked (${conditionLabels[monitor.condition].toLowerCase()}); ${median}.`;
  }
  if (isUnknown(monitor, 'last_response_time_ms')) return `Response time unknown; ${median}.`;
  if (monitor.last_response_time_ms === null) return `No current response time; ${median}.`;
  if (peers.rank === null) return `Not ranked; ${median}.`;
  const time = monitor.last_response_time_ms;
  const place = `number ${formatInteger(peers.rank)} of ${formatInteger(peers.count)} from the fastest`;
  return `${formatInteger(time)}\u00a0ms at the last check, ${place}; ${median}.`;
}
