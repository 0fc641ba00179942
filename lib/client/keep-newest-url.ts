/** The parts of `window` that are used. */
interface HistoryWindow {
  history: Pick<History, 'pushState' | 'replaceState'>;
  location: Pick<Location, 'href'>;
}

type Url = string | URL | null | undefined;

/**
 * Prevents Next's router from overwriting a newer URL. The router writes the URL of each state it commits. If the page
 * wrote another URL while that state was being rendered, the router would put the older one back, and the next change,
 * which starts from `location`, would lose the parameters written in between.
 *
 * Must be called after the router has wrapped the methods of `history`: from then on a write of the page has the state
 * null, a write of the router an object.
 */
export function keepNewestUrl({ history, location }: HistoryWindow): void {
  /** The URL committed last and those written by the page since, oldest first. */
  let written: string[] = [];
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const absolute = (url: Url) => new URL(url ?? location.href, location.href).href;
  const add = (url: Url) => {
    if (written.length === 0) written.push(location.href);
    written.push(absolute(url));
  };
  history.pushState = (state, unused, url) => {
    if (state === null) add(url);
    else written = [];
    push(state, unused, url);
  };
  history.replaceState = (state, unused, url) => {
    if (state === null) add(url);
    else {
      const index = written.indexOf(absolute(url));
      if (index >= 0 && absolute(url) !== location.href) return;
      written = index >= 0 ? written.slice(index) : [];
    }
    replace(state, unused, url);
  };
}
