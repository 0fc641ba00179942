import { placeOf, runsOf } from '@/components/time-chart/buckets';
import type { Span } from '@/components/time-chart/chosen-time';
import { LazyTimeChart } from '@/components/time-chart/lazy-time-chart';
import { useTimeZone } from '@/components/ui/time-zone';
import {
  type FleetBucket,
  fleetLabel,
  fleetTitle,
  isPartlyUnseen,
  meanLabel,
  meanOf,
  worstOf,
} from './fleet-messages';

/**
 * Stacked areas of steps: down at the bottom, overdue and unknown on top, lighter and each with a line above it. A bar is as
 * high as the mean of its period, so that an outage of half an hour does not look like four hours; a thin line is at the
 * most that were down at one time. Periods without a crawl are hatched.
 */
export function FleetChart(props: {
  buckets: readonly FleetBucket[];
  now: number;
  chosen: Span | null;
  onTime: (time: Span) => void;
}) {
  const { buckets, now, chosen, onTime } = props;
  const zone = useTimeZone();
  const width = 100 / buckets.length;
  const counts = buckets.map(meanOf);
  const most = buckets.map((bucket) => worstOf(bucket)?.down ?? 0);
  const highest = Math.max(1, ...most, ...counts.map((some) => (some ? sumOf(some) : 0)));
  const unseen = runsOf(buckets, (bucket) => isPartlyUnseen(bucket, now)).filter(({ key }) => key);
  return (
    <LazyTimeChart
      label={fleetTitle(buckets)}
      periods={buckets}
      max={highest * 1.15}
      labelOf={(index) => [fleetLabel(buckets[index], now, zone), meanLabel(buckets[index]) ?? []].flat()}
      chosen={chosen}
      onChoose={onTime}
      background={unseen.map((run) => (
        <span
          key={run.from}
          aria-hidden
          style={placeOf(run, buckets.length)}
          className="hatched absolute inset-y-0"
        />
      ))}
    >
      {(y) => (
        // Without antialiasing there are no seams between neighbours.
        <g shapeRendering="crispEdges">
          {/* An opaque background, because the areas are translucent and the hatching would show through them. */}
          <path
            d={counts
              .map((some, place) => some && `M${place * width},100V${y(sumOf(some))}h${width}V100Z`)
              .join('')}
            className="fill-surface forced-colors:fill-[Canvas]"
          />
          <path
            d={most.map((down, place) => (down > 0 ? `M${place * width},${y(down)}h${width}` : '')).join('')}
            vectorEffect="non-scaling-stroke"
            className="stroke-down/60 forced-colors:stroke-[Highlight]"
          />
          {counts.map((some, place) => {
            if (!some) return null;
            const column = { x: place * width, width };
            const [down, overdue] = [y(some.down), y(some.down + some.overdue)];
            const unknown = y(sumOf(some));
            return (
              <g key={buckets[place]?.from}>
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
        </g>
      )}
    </LazyTimeChart>
  );
}

const sumOf = ({ down, overdue, unknown }: NonNullable<ReturnType<typeof meanOf>>) =>
  down + overdue + unknown;

/** A part of a column with a line above it; nothing where it has no height. */
function Layer(props: { x: number; width: number; top: number; bottom: number; className: string }) {
  const { x, width, top, bottom, className } = props;
  if (top === bottom) return null;
  return (
    <g className={className}>
      <rect x={x} width={width} y={top} height={bottom - top} stroke="none" />
      <path d={`M${x},${top}h${width}`} vectorEffect="non-scaling-stroke" strokeWidth="2" />
    </g>
  );
}
