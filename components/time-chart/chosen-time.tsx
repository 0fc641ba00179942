import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTimeZone } from '@/components/ui/time-zone';
import { timeLabel } from './time-labels';

/** A time, epoch milliseconds. */
export interface Span {
  from: number;
  to: number;
}

const ends = ['from', 'to'] as const;
type End = (typeof ends)[number];
const labels: Record<End, string> = { from: 'Start of the chosen time', to: 'End of the chosen time' };

/**
 * The chosen time on a chart: what is around it is dimmed, and each end has a handle that is dragged or moved with the arrow
 * keys, by whole periods. Nothing where the time is not on the chart.
 *
 * @param props.onChoose called with the time after each step, and after a drag
 */
export function ChosenTime(props: {
  periods: readonly Span[];
  chosen: Span;
  onChoose: (time: Span) => void;
}) {
  const { periods, chosen, onChoose } = props;
  const zone = useTimeZone();
  const frame = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<Span | null>(null);
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { from, to } = dragged ?? chosen;
  const length = first.to - first.from;
  const within = (at: number) => Math.min(Math.max(at, first.from), last.to);
  const percent = (at: number) => ((within(at) - first.from) / (last.to - first.from)) * 100;
  if (percent(from) >= percent(to)) return null;
  const moved = (end: End, at: number): Span =>
    end === 'from'
      ? { from: Math.min(within(at), within(to) - length), to }
      : { from, to: Math.max(within(at), within(from) + length) };
  const at = { from: within(from), to: within(to) };
  const boundaryOf = (end: End) => Math.round((at[end] - first.from) / length);
  const handleOf = (end: End) => {
    return {
      'aria-label': labels[end],
      'aria-valuemin': 0,
      'aria-valuemax': periods.length,
      'aria-valuetext': timeLabel(at[end], last.to, zone),
      style: { left: `${percent(at[end])}%` },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged({ from, to });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const box = frame.current?.getBoundingClientRect();
        if (dragged === null || box === undefined) return;
        const boundary = Math.round(((event.clientX - box.left) / box.width) * periods.length);
        setDragged(moved(end, first.from + boundary * length));
      },
      onPointerUp: () => {
        if (dragged !== null) onChoose(dragged);
        setDragged(null);
      },
      onPointerCancel: () => setDragged(null),
      onKeyDown: (event: KeyboardEvent) => {
        const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onChoose(moved(end, first.from + (boundaryOf(end) + by) * length));
      },
    };
  };
  return (
    <div ref={frame} className="pointer-events-none absolute inset-0">
      <span style={{ width: `${percent(from)}%` }} className="absolute inset-y-0 left-0 bg-surface/65" />
      <span style={{ width: `${100 - percent(to)}%` }} className="absolute inset-y-0 right-0 bg-surface/65" />
      {ends.map((end) => (
        <div
          key={end}
          {...handleOf(end)}
          role="slider"
          aria-valuenow={boundaryOf(end)}
          tabIndex={0}
          className="pointer-events-auto absolute inset-y-0 grid w-6 -translate-x-1/2 cursor-ew-resize touch-none place-items-center rounded-sm before:absolute before:inset-y-0 before:w-px before:bg-accent after:h-7 after:w-2 after:rounded-full after:border after:border-surface after:bg-accent forced-colors:after:bg-[Highlight]"
        />
      ))}
    </div>
  );
}
