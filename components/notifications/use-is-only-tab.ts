import { useEffect, useRef } from 'react';

const LOCK = 'sightline.notifications';

/**
 * Whether this tab is the one of several that notifies: the first that asked for the lock of all tabs, and after it is
 * closed the next. Browsers without locks treat each tab as the only one.
 *
 * @returns a function, because the answer changes without a render
 */
export function useIsOnlyTab(): () => boolean {
  const isHolder = useRef(!('locks' in navigator));
  useEffect(() => {
    if (!('locks' in navigator)) return;
    const ended = new AbortController();
    const held = () =>
      new Promise<void>((resolve) => {
        isHolder.current = true;
        ended.signal.addEventListener('abort', () => resolve());
      });
    // Rejected when the request is aborted before the lock was granted.
    navigator.locks.request(LOCK, { signal: ended.signal }, held).catch(() => undefined);
    return () => {
      isHolder.current = false;
      ended.abort();
    };
  }, []);
  return () => isHolder.current;
}
