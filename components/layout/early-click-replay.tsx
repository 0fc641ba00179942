import { useLayoutEffect } from 'react';

/** Clicks once more, now that React listens, what somebody clicked before (ADR 0016). */
export function EarlyClickReplay(): null {
  // In the commit that hydrates the page: from then on React hears every click itself.
  useLayoutEffect(() => {
    const button = window.earlyClick?.take();
    delete window.earlyClick;
    // Not within the commit: what a click changes may not be rendered there.
    if (button) setTimeout(() => button.click());
  }, []);
  return null;
}
