'use client';

import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Clicks once more, now that React listens, what somebody clicked before (ADR 0016). */
export function EarlyClickReplay(): null {
  useLayoutEffect(() => replay(null), []);
  return null;
}

/** The same for a part of the page that is hydrated later than the rest, by itself. */
export function LatePart({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => replay(part.current), []);
  return (
    <div ref={part} data-late="" className="contents">
      {children}
    </div>
  );
}

/** In the commit that hydrates: from then on React hears every click itself. */
function replay(late: Element | null): void {
  const button = window.earlyClick?.take(late);
  // Not within the commit: what a click changes may not be rendered there.
  if (button) setTimeout(() => button.click());
}
