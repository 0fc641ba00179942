import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** A pointer that moves less is a click, which sorts. CSS pixels. */
const THRESHOLD = 6;
/** A pointer farther above or below the headings moves nothing. CSS pixels. */
const LEAVE = 48;

/**
 * Dragging a column heading with a mouse or a pen to the place of another. Touch scrolls the page instead; the Columns
 * menu has buttons for it.
 *
 * @param onMove called with the id of the dragged column and of the column whose place it takes
 */
export function useColumnDrag(onMove: (id: string, other: string) => void) {
  const start = useRef<{ id: string; x: number; hasMoved: boolean }>(null);
  const [drag, setDrag] = useState<{ id: string; over: string | null } | null>(null);
  const end = () => setDrag(null);
  return {
    drag,
    headingProps: (id: string) => ({
      'data-heading': id,
      onPointerDown: (event: PointerEvent) => {
        const isOnHandle =
          event.target instanceof Element && event.target.closest('[role=separator]') !== null;
        const canDrag = event.button === 0 && event.pointerType !== 'touch' && !isOnHandle;
        start.current = canDrag ? { id, x: event.clientX, hasMoved: false } : null;
      },
      onPointerMove: (event: PointerEvent) => {
        if (start.current === null || event.buttons === 0) return;
        if (!start.current.hasMoved && Math.abs(event.clientX - start.current.x) < THRESHOLD) return;
        start.current.hasMoved = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        // A fast pointer is over another heading before it is captured.
        const dragged = start.current.id;
        const over = headingUnder(event);
        setDrag({ id: dragged, over: over === dragged ? null : over });
      },
      onPointerUp: () => {
        if (drag?.over) onMove(drag.id, drag.over);
        end();
      },
      onPointerCancel: end,
      // The click at the end of a drag does not sort. Enter does; its click count is 0.
      onClickCapture: (event: MouseEvent) => {
        if (start.current?.hasMoved && event.detail > 0) event.stopPropagation();
        start.current = null;
      },
    }),
  };
}

/** The id of the heading under the pointer; null above or below the headings. */
function headingUnder({ currentTarget, clientX, clientY }: PointerEvent): string | null {
  const { top, bottom } = currentTarget.getBoundingClientRect();
  if (clientY < top - LEAVE || clientY > bottom + LEAVE) return null;
  const under = document.elementFromPoint(clientX, (top + bottom) / 2);
  return under?.closest<HTMLElement>('[data-heading]')?.dataset.heading ?? null;
}
