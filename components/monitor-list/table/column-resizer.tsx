import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { RovingItemProps } from '@/components/ui/arrow-key-grid';
import { clampSize, MAX_SIZE } from './grid-tracks';

interface ColumnResizerProps {
  /** All handles are one stop of the Tab key (`useRovingFocus`). */
  rovingItem: RovingItemProps;
  /** What the column is called. */
  label: string;
  /** The width a person set, CSS pixels; null is the column's own. */
  size: number | null;
  minSize: number;
  /** While the handle is dragged; null when the drag has ended. */
  onDraft: (size: number | null) => void;
  /** The width to keep; null is the column's own. */
  onSize: (size: number | null) => void;
}

const STEP = 16;
const steps: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP };

/** The handle at the right edge of a column's heading: drag it, or move it with ← and →. */
export function ColumnResizer({ rovingItem, label, size, minSize, onDraft, onSize }: ColumnResizerProps) {
  'use memo';
  /** Where a drag began: the pointer, and the column's width. Null while there is none. */
  const from = useRef<{ x: number; width: number } | null>(null);
  /** As wide as the column was when last looked at: only the browser knows the width of one that was given none. */
  const [measured, setMeasured] = useState(minSize);

  const dragged = (event: PointerEvent) =>
    from.current && clampSize(from.current.width + event.clientX - from.current.x, minSize);
  const end = (width: number | null) => {
    from.current = null;
    onDraft(null);
    if (width !== null) onSize(width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) onSize(clampSize(widthOf(event.currentTarget) + step, minSize));
    else if (event.key === 'Enter') onSize(null);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> is no handle.
    <span
      role="separator"
      {...rovingItem}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={size ?? measured}
      aria-valuemin={minSize}
      aria-valuemax={MAX_SIZE}
      aria-valuetext={`${size ?? measured} pixels`}
      title="Drag or press ←→ to resize, ↑↓ to change column; double-click or press Enter to reset"
      onFocus={(event) => setMeasured(Math.round(widthOf(event.currentTarget)))}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onSize(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: widthOf(event.currentTarget) };
      }}
      onPointerMove={(event) => {
        if (from.current && event.clientX !== from.current.x) onDraft(dragged(event));
      }}
      onPointerUp={(event) => end(from.current?.x === event.clientX ? null : dragged(event))}
      onPointerCancel={() => end(null)}
      className="-right-3 absolute inset-y-0 z-1 w-6 cursor-col-resize touch-none rounded-sm outline-offset-[-4px] after:absolute after:inset-y-1.5 after:left-1/2 after:w-px after:bg-transparent hover:after:bg-line-strong focus-visible:after:bg-accent active:after:bg-accent max-sm:hidden group-last/head:right-0"
    />
  );
}

/** Of the heading that a handle belongs to, CSS pixels. */
function widthOf(handle: Element): number {
  return handle.parentElement?.getBoundingClientRect().width ?? 0;
}
