import type { Bucket } from '@/components/time-chart/buckets';
import { useHatching } from '@/components/time-chart/hatching';
import { TimeChart } from '@/components/time-chart/time-chart';
import type { FleetSlot } from '@/lib/contract/changes';
import { fleetLabel, isPartlyUnseen, worstOf } from './fleet-messages';

interface FleetChartProps {
  /** At least one. */
  buckets: readonly Bucket<FleetSlot>[];
  /** The server's time, epoch milliseconds. */
  now: number;
  timeZone: string | undefined;
}

/** Stacked areas of steps: down at the bottom, overdue on top. Periods that nobody observed are hatched. */
export function FleetChart({ buckets, now, timeZone }: FleetChartProps) {
  const hatching = useHatching();
  const width = 100 / buckets.length;
  const counts = buckets.map(worstOf);
  const highest = Math.max(1, ...counts.map((some) => (some ? some.down + some.overdue : 0)));
  return (
    <TimeChart
      label="Monitors down and overdue: observed values"
      count={buckets.length}
      from={buckets[0]?.from ?? 0}
      to={buckets.at(-1)?.to ?? 1}
      max={highest * 1.15}
      labelOf={(index) => fleetLabel(buckets[index], now, timeZone)}
      timeZone={timeZone}
    >
      {(y, selected) => (
        // Without antialiasing there are no seams between neighbours.
        <g shapeRendering="crispEdges">
          {hatching.definition}
          {buckets.map((bucket, place) =>
            isPartlyUnseen(bucket, now) ? (
              <rect
                key={bucket.from}
                x={place * width}
                width={width}
                y="0"
                height="100"
                fill={hatching.fill}
              />
            ) : null,
          )}
          {buckets.map(({ from }, place) => {
            const some = counts[place];
            if (!some) return null;
            const column = { x: place * width, width };
            const [top, middle] = [y(some.down + some.overdue), y(some.down)];
            return (
              <g key={from}>
                <rect
                  {...column}
                  y={top}
                  height={middle - top}
                  className="fill-overdue/60 forced-colors:fill-[GrayText]"
                />
                <rect
                  {...column}
                  y={middle}
                  height={100 - middle}
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
