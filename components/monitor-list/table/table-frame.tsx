import { type ReactNode, useEffect, useRef, useState } from 'react';

/** However little of the window is left, some rows can be seen. CSS pixels. */
const LEAST_HEIGHT = 240;

/** Of a table that is wider than its frame. Null when it fits. */
interface Overflow {
  /** From the top of the document, CSS pixels. */
  top: number;
  /** Whether there is more to the right. */
  hasMore: boolean;
  /** Width of the bar that scrolls up and down, CSS pixels; 0 where it takes no room. */
  bar: number;
}

/**
 * The frame around a table. A table that is wider than the window scrolls sideways in it, and then up and down too, so
 * that its headings and its scroll bar stay in view; the page itself never scrolls sideways.
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
    // What stands above the frame moves it down: then the page's height changes.
    for (const part of [element, table, document.body]) sizes.observe(part);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  // What scrolls must be reachable by keyboard.
  const wide = overflow && {
    'data-wide': true,
    role: 'region',
    tabIndex: 0,
    'aria-label': `${label}, scrolls horizontally`,
    style: { maxHeight: `max(${LEAST_HEIGHT}px, 100dvh - ${overflow.top}px - var(--stuck-below))` },
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
