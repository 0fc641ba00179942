import { useEffect } from 'react';

/** Keeps the screen on while the page is visible, where the browser can do that and allows it. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    // The browser ends the lock when the page is hidden.
    const request = async () => {
      if (document.visibilityState === 'visible')
        lock = await navigator.wakeLock.request('screen').catch(() => null);
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, []);
}
