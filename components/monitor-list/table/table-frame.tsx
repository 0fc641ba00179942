import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * The frame around a table. A table that is wider than the window scrolls sideways in it, and then up and down too,
 * so that its headings stay in view; the page itself never scrolls sideways.
 */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [tooWide, setTooWide] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const sizes = new ResizeObserver(() => setTooWide(table.offsetWidth > element.clientWidth));
    sizes.observe(element);
    sizes.observe(table);
    return () => sizes.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      // What scrolls must be reachable by keyboard.
      {...(tooWide ? { role: 'region', tabIndex: 0, 'aria-label': `${label}, scrolls sideways` } : {})}
      className={`rounded-lg border border-line bg-surface ${tooWide ? 'max-h-[calc(100dvh-24px)] overflow-auto' : 'overflow-x-clip'}`}
    >
      {children}
    </div>
  );
}
