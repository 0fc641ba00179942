import { useEffect, useState } from 'react';

const LOCK = 'sightline.notifications';

/**
 * Whether this tab is the one of several that notifies: the first that asked for the lock of all tabs, and after it is
 * closed the next. Browsers without locks treat each tab as the only one.
 */
export function useIsNotifyingTab(): boolean {
  const [isHolder, setHolder] = useState(() => !('locks' in navigator));
  useEffect(() => {
    if (!('locks' in navigator)) return;
    const ended = new AbortController();
    const held = () =>
      new Promise<void>((resolve) => {
        setHolder(true);
        ended.signal.addEventListener('abort', () => resolve());
      });
    // Rejected when the request is aborted before the lock was granted.
    navigator.locks.request(LOCK, { signal: ended.signal }, held).catch(() => undefined);
    return () => {
      setHolder(false);
      ended.abort();
    };
  }, []);
  return isHolder;
}
