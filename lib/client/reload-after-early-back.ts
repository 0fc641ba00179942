/** The parts of `window` that are used. */
interface HistoryWindow extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  history: object;
  location: Pick<Location, 'reload'>;
}

/**
 * Reloads the page after Back or Forward as long as nuqs does not listen for them. nuqs begins to when its Suspense
 * boundary is hydrated, which can be some hundred milliseconds after the list on a slow computer; a filter chosen and
 * undone in between would stay on the screen.
 *
 * Must be called before anything else listens for `popstate`, in a layout effect: React can run effects between two
 * listeners. nuqs would then begin to listen during the event, too late to receive it, but would be found listening.
 *
 * @returns removes the listener
 */
export function reloadAfterEarlyBack(window: HistoryWindow): () => void {
  // nuqs sets this property of `history` when it begins to listen.
  const listener = () => {
    if (!('nuqs' in window.history)) window.location.reload();
  };
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
}
