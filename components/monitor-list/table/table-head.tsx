// biome-ignore-all lint/a11y/noRedundantRoles: browsers remove the table roles from elements without table display.

import type { ReactTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type RovingItemProps, useRovingFocus } from '@/components/ui/arrow-key-grid';
import { Link } from '@/components/ui/link';
import type { pathOfThese } from '@/lib/client/monitors-url';
import { COLUMN_WIDTH_MAX } from '@/lib/contract/preferences';
import type { MonitorRow } from './cells';
import { columnLabel, frozenColumns, type MonitorColumn, type MonitorTableFeatures } from './columns';
import { sortHint } from './sorting';

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/**
 * The sticky column headings with sort buttons and resize handles. A phone does not display the headings above its
 * cards, so that no invisible element is focusable. There the filter sheet has the sort order.
 */
export function TableHead(props: {
  table: ReactTable<MonitorTableFeatures, MonitorRow>;
  /** Called with the width in CSS pixels while a handle is dragged, and with null at the end. */
  onDraft: (columnId: string, size: number | null) => void;
  /** The report of the monitors of the list. */
  reportHref: ReturnType<typeof pathOfThese>;
}) {
  'use memo';
  const { table, onDraft, reportHref } = props;
  const columns = table.getVisibleLeafColumns();
  // The handles of all columns are one tab stop; ↑ and ↓ move between them.
  const rovingFocus = useRovingFocus(columns.map(({ id }) => [id]));
  const frozen = frozenColumns(columns);
  const heading = (column: MonitorColumn, place: number) => {
    const label = columnLabel(column.id);
    const { minSize = 0, meta } = column.columnDef;
    const direction = column.getIsSorted();
    const Arrow = direction === 'desc' ? ArrowDown : ArrowUp;
    return (
      <th
        role="columnheader"
        scope="col"
        // Screen readers read this name with each cell, so it excludes the texts of the sort button and the
        // handle.
        aria-label={label}
        aria-sort={direction ? ariaSort[direction] : undefined}
        key={column.id}
        className={`group/head relative ${meta?.hideBelow ? `below-${meta.hideBelow}` : ''} ${place < frozen ? 'frozen-cell' : ''} h-8 short:h-7 min-w-0 content-center whitespace-nowrap border-line border-b bg-raised px-2.5 font-medium text-ink-2 text-xs first:rounded-tl-lg first:pl-3.5 last:rounded-tr-lg ${meta?.align === 'end' ? 'text-right' : 'text-left'}`}
      >
        {column.getCanSort() ? (
          <button
            type="button"
            onClick={() => column.toggleSorting()}
            title={sortHint(column.id, label, column.getNextSortingOrder())}
            className={`group/sort -mx-1 inline-flex h-6 max-w-[calc(100%+8px)] items-center gap-1 rounded-sm px-1 align-middle hover:text-ink ${meta?.align === 'end' ? 'flex-row-reverse' : ''} ${direction ? 'text-ink' : ''}`}
          >
            <span className="truncate">{label}</span>
            <Arrow
              className={`size-3 shrink-0 ${direction ? '' : 'opacity-0 group-hover/sort:opacity-40 group-focus-visible/sort:opacity-40'}`}
            />
          </button>
        ) : meta?.isInReport ? (
          <Link
            href={reportHref}
            title="Calculated for the rows of a page only, so the list can’t be sorted by it. The report is."
            className="block truncate hover:text-ink hover:underline"
          >
            {label}
          </Link>
        ) : (
          <span className="block select-none truncate">{label}</span>
        )}
        <ColumnResizer
          rovingItem={rovingFocus.itemProps(column.id)}
          label={label}
          size={column.getSize()}
          minSize={minSize}
          onDraft={(size) => onDraft(column.id, size)}
          onSize={(size) =>
            size === null
              ? column.resetSize()
              : table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: size }))
          }
        />
      </th>
    );
  };
  return (
    <thead role="rowgroup" className="block max-sm:hidden sm:sticky sm:top-(--stuck-above) sm:z-10">
      <tr role="row" className="grid grid-cols-(--columns)" {...rovingFocus.containerProps}>
        {columns.map(heading)}
      </tr>
    </thead>
  );
}

/** The change of the width for one key press, in CSS pixels. */
const STEP = 16;
const steps: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP };

/** The resize handle at the right edge of a column heading, for dragging or for ← and →. */
function ColumnResizer(props: {
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

/** Rounds a width and clamps it to the allowed range, in CSS pixels. */
export function clampSize(size: number, minSize: number): number {
  return Math.round(Math.min(COLUMN_WIDTH_MAX, Math.max(minSize, size)));
}
