import type { ScaleLinear } from 'd3-scale';

interface ValueAxisProps {
  /** From values to percent of the height, 0 at the top. */
  y: ScaleLinear<number, number>;
  ticks: readonly number[];
  format: (value: number) => string;
}

/** The labels of a value axis, right-aligned; as wide as the longest, and as high as what contains it. */
export function ValueAxis({ y, ticks, format }: ValueAxisProps) {
  return (
    <div aria-hidden className="relative">
      {/* Reserves the width, because the labels are positioned absolutely. */}
      <span className="invisible block h-0 overflow-hidden whitespace-nowrap pr-2">
        {[y.domain()[1] ?? 0, ...ticks].map(format).sort((a, b) => b.length - a.length)[0]}
      </span>
      {ticks.map((value) => (
        <span
          key={value}
          className="absolute right-2 -translate-y-1/2 whitespace-nowrap text-right"
          style={{ top: `${y(value)}%` }}
        >
          {format(value)}
        </span>
      ))}
    </div>
  );
}

/** The lines of a value axis, for a stretched SVG of 100 by 100 units. */
export function GridLines({ y, ticks }: Pick<ValueAxisProps, 'y' | 'ticks'>) {
  return ticks.map((value) => (
    <line
      key={value}
      x1="0"
      x2="100"
      y1={y(value)}
      y2={y(value)}
      vectorEffect="non-scaling-stroke"
      className="stroke-line forced-colors:stroke-[GrayText]"
    />
  ));
}
