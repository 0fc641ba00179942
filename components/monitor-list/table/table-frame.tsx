import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** How far the button of the hidden columns scrolls, in CSS pixels. */
const STEP = 240;
/** The minimum height of the scrollable frame, in CSS pixels. */
const MIN_HEIGHT = 240;

/**
 * The frame around a table. A table that is wider than the window scrolls in it horizontally, and then also
 * vertically, so that the headings and the scroll bar stay in view. The page itself never scrolls
 * horizontally.
 */
export function TableFrame({ children }: { children: ReactNode }) {
  'use memo';
  const frame = useRef<HTMLDivElement>(null);
  /**
   * If the table is wider than its frame: the distance of the frame from the top of the document, whether columns are
   * hidden on the right, and the width of the vertical scroll bar, which is 0 for overlay scroll bars. In CSS pixels.
   */
  const [overflow, setOverflow] = useState<{ top: number; hasMore: boolean; bar: number } | null>(null);
  useEffect(() => {
    const element = frame.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const measure = () => {
      const { scrollWidth, clientWidth, scrollLeft } = element;
      const top = Math.round(element.getBoundingClientRect().top + scrollY);
      const bar = element.offsetWidth - clientWidth - 2;
      const hasMore = scrollLeft + clientWidth < scrollWidth - 1;
      setOverflow((before) => {
        if (table.offsetWidth <= clientWidth) return null;
        const isSame = before?.top === top && before.hasMore === hasMore && before.bar === bar;
        return isSame ? before : { top, hasMore, bar };
      });
    };
    const sizes = new ResizeObserver(measure);
    // The body is observed because content above the frame changes its position.
    for (const part of [element, table, document.body]) sizes.observe(part);
    element.onscroll = measure;
    return () => sizes.disconnect();
  }, []);
  // A scrollable element must be focusable.
  const wide = overflow && {
    'data-wide': true,
    role: 'region',
    tabIndex: 0,
    'aria-label': 'Monitors, scrolls horizontally',
    style: { maxHeight: `max(${MIN_HEIGHT}px, 100dvh - ${overflow.top}px - var(--stuck-below))` },
  };
  return (
    <div className="relative">
      <div
        ref={frame}
        {...wide}
        className={`rounded-lg border border-line bg-surface ${wide ? 'overflow-auto [--stuck-above:0px]' : 'overflow-x-clip'}`}
      >
        {children}
      </div>
      {overflow?.hasMore ? (
        <div
          style={{ right: `${overflow.bar + 1}px` }}
          className="pointer-events-none absolute inset-y-px z-10 w-10 rounded-r-lg bg-linear-to-l from-surface"
        >
          {/* Only for pointers: the keyboard scrolls the frame itself, which has the focus for that. */}
          <button
            type="button"
            tabIndex={-1}
            aria-hidden
            title="More columns"
            onClick={() => frame.current?.scrollBy({ left: STEP })}
            className="pointer-events-auto absolute top-1 right-1 grid size-6 place-items-center rounded-sm border border-line-strong bg-surface text-ink hover:bg-raised"
          >
            <ChevronRight className="size-3.5" />
          </button>
        </div>
      ) : null}
    </div>
  );
}
