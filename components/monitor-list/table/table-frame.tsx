import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The minimum height of the scrollable frame, in CSS pixels. */
const MIN_HEIGHT = 240;

/** The measurements of a table that is wider than its frame. */
interface Overflow {
  /** The distance from the top of the document, in CSS pixels. */
  top: number;
  /** Whether columns are hidden on the right. */
  hasMore: boolean;
  /** The width of the vertical scroll bar, in CSS pixels; 0 for overlay scroll bars. */
  bar: number;
}

/**
 * The frame around a table. A table that is wider than the window scrolls in it horizontally, and then also
 * vertically, so that the headings and the scroll bar stay in view. The page itself never scrolls
 * horizontally.
 */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  'use memo';
  const frame = useRef<HTMLDivElement>(null);
  const [overflow, setOverflow] = useState<Overflow | null>(null);
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
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  // A scrollable element must be focusable.
  const wide = overflow && {
    'data-wide': true,
    role: 'region',
    tabIndex: 0,
    'aria-label': `${label}, scrolls horizontally`,
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
          aria-hidden
          style={{ right: `${overflow.bar + 1}px` }}
          className="pointer-events-none absolute inset-y-px z-10 w-10 rounded-r-lg bg-linear-to-l from-surface"
        />
      ) : null}
    </div>
  );
}
