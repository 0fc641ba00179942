import type { Bucket } from '@/components/time-chart/buckets';
import { hatching } from '@/components/time-chart/hatching';
import { placeOf, runsOf } from '@/components/time-chart/runs';
import { TimeChart } from '@/components/time-chart/time-chart';
import type { FleetSlot } from '@/lib/contract/changes';
import { fleetLabel, fleetTitle, isPartlyUnseen, worstOf } from './fleet-messages';

interface FleetChartProps {
  /** Called with the times of a period that is chosen, epoch milliseconds. */
  onTime: (from: number, to: number) => void;
  /** At least one. */
  buckets: readonly Bucket<FleetSlot>[];
  /** The server's time, epoch milliseconds. */
  now: number;
  timeZone: string | undefined;
}

/**
 * Stacked areas of steps: down at the bottom, overdue and unknown on top, lighter and each with a line above it. Periods
 * without a crawl are hatched.
 */
export function FleetChart({ onTime, buckets, now, timeZone }: FleetChartProps) {
  const width = 100 / buckets.length;
  const counts = buckets.map(worstOf);
  const highest = Math.max(1, ...counts.map((some) => (some ? some.down + some.overdue + some.unknown : 0)));
  return (
    <TimeChart
      label={`${fleetTitle(buckets)}: observed values`}
      count={buckets.length}
      from={buckets[0]?.from ?? 0}
      to={buckets.at(-1)?.to ?? 1}
      max={highest * 1.15}
      labelOf={(index) => fleetLabel(buckets[index], now, timeZone)}
      onChoose={(index) => {
        const bucket = buckets[index];
        if (bucket) onTime(bucket.from, bucket.to);
      }}
      timeZone={timeZone}
      background={<Unobserved buckets={buckets} now={now} />}
    >
      {(y, selected) => (
        // Without antialiasing there are no seams between neighbours.
        <g shapeRendering="crispEdges">
          {buckets.map(({ from }, place) => {
            const some = counts[place];
            if (!some) return null;
            const column = { x: place * width, width };
            const [down, overdue] = [y(some.down), y(some.down + some.overdue)];
            const unknown = y(some.down + some.overdue + some.unknown);
            return (
              <g key={from}>
                {/* The layers are translucent: hatching would show through them. */}
                <rect {...column} y={unknown} height={100 - unknown} className="fill-surface" />
                <Layer
                  {...column}
                  top={unknown}
                  bottom={overdue}
                  className="fill-unknown/20 stroke-unknown forced-colors:fill-[Canvas] forced-colors:stroke-[GrayText]"
                />
                <Layer
                  {...column}
                  top={overdue}
                  bottom={down}
                  className="fill-overdue/35 stroke-overdue forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
                />
                <rect
                  {...column}
                  y={down}
                  height={100 - down}
                  className="fill-down/80 forced-colors:fill-[Highlight]"
                />
              </g>
            );
          })}
          {selected === null ? null : (
            <rect
              x={selected * width}
              width={width}
              y="0"
              height="100"
              className="fill-ink/15 forced-colors:fill-none forced-colors:stroke-[CanvasText]"
            />
          )}
        </g>
      )}
    </TimeChart>
  );
}

interface LayerProps {
  x: number;
  width: number;
  top: number;
  bottom: number;
  className: string;
}

/** A part of a column with a line above it; nothing where it has no height. */
function Layer({ x, width, top, bottom, className }: LayerProps) {
  if (top === bottom) return null;
  return (
    <g className={className}>
      <rect x={x} width={width} y={top} height={bottom - top} stroke="none" />
      <path d={`M${x},${top}h${width}`} vectorEffect="non-scaling-stroke" strokeWidth="2" />
    </g>
  );
}

/** Hatches the periods without a crawl, whole or in part. */
function Unobserved({ buckets, now }: Pick<FleetChartProps, 'buckets' | 'now'>) {
  const unseen = runsOf(buckets, (bucket) => isPartlyUnseen(bucket, now)).filter(({ key }) => key);
  return unseen.map((run) => (
    <span
      key={run.from}
      aria-hidden
      style={placeOf(run, buckets.length)}
      className={`absolute inset-y-0 ${hatching}`}
    />
  ));
}
