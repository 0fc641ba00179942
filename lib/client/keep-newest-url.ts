/** The parts of `window` that are used. */
interface HistoryWindow {
  history: Pick<History, 'pushState' | 'replaceState'>;
  location: Pick<Location, 'href'>;
}

/**
 * Prevents Next's router from overwriting a newer URL. The router writes the URL of each state it commits. If the page
 * wrote another URL while that state was being rendered, the router would put the older one back, and the next change,
 * which starts from `location`, would lose the parameters written in between (vercel/next.js#93923).
 * Remove this file when Next compares the URL before it writes.
 *
 * Must be called after the router has wrapped the methods of `history`: from then on a write of the page has the state
 * null, a write of the router an object.
 */
export function keepNewestUrl({ history, location }: HistoryWindow): void {
  /** The URLs before and after each write of the page since the router's last navigation. */
  const written = new Set<string>();
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const remember = (write: () => void) => {
    written.add(location.href);
    write();
    written.add(location.href);
  };
  history.pushState = (state, ...rest) => {
    if (state === null) return remember(() => push(state, ...rest));
    written.clear();
    push(state, ...rest);
  };
  history.replaceState = (state, unused, url) => {
    if (state === null) return remember(() => replace(state, unused, url));
    const { href } = new URL(url ?? location.href, location.href);
    if (href !== location.href && written.has(href)) return;
    if (href !== location.href) written.clear();
    replace(state, unused, url);
  };
}
