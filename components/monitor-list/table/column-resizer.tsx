import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { RovingItemProps } from '@/components/ui/arrow-key-grid';
import { COLUMN_WIDTH_MAX } from '@/lib/contract/preferences';
import { clampSize } from './grid-tracks';

/** The change of the width for one key press, in CSS pixels. */
const STEP = 16;
const steps: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP };

/** The resize handle at the right edge of a column heading, for dragging or for ← and →. */
export function ColumnResizer(props: {
  rovingItem: RovingItemProps;
  label: string;
  /** The width until it is measured, in CSS pixels. */
  size: number;
  minSize: number;
  /** Called with the width while the handle is dragged, and with null at the end. */
  onDraft: (size: number | null) => void;
  /** Called with the width to persist; null resets the column. */
  onSize: (size: number | null) => void;
}) {
  const { rovingItem, label, size, minSize, onDraft, onSize } = props;
  /** The pointer position and the column width at the start of a drag; null without one. */
  const from = useRef<{ x: number; width: number } | null>(null);
  const handle = useRef<HTMLSpanElement>(null);
  /** Measured, because a column without a set width is laid out by the browser. */
  const [width, setWidth] = useState(size);
  useEffect(() => {
    const element = handle.current;
    if (!element?.parentElement) return;
    const sizes = new ResizeObserver(() => setWidth(Math.round(widthOf(element))));
    sizes.observe(element.parentElement);
    return () => sizes.disconnect();
  }, []);

  const dragged = (event: PointerEvent) =>
    from.current && clampSize(from.current.width + event.clientX - from.current.x, minSize);
  const end = (width: number | null) => {
    from.current = null;
    onDraft(null);
    if (width !== null) onSize(width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? undefined : steps[event.key];
    if (step !== undefined) onSize(clampSize(widthOf(event.currentTarget) + step, minSize));
    else if (event.key === 'Enter') onSize(null);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> is not interactive.
    <span
      ref={handle}
      role="separator"
      {...rovingItem}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width}
      aria-valuemin={minSize}
      aria-valuemax={COLUMN_WIDTH_MAX}
      aria-valuetext={`${width} pixels`}
      title="Drag or press ←→ to resize, ↑↓ to change column; double-click or press Enter to reset"
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

/** The width of the column heading that contains the handle, in CSS pixels. */
function widthOf(handle: Element): number {
  return handle.parentElement?.getBoundingClientRect().width ?? 0;
}
