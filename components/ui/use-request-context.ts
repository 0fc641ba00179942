import type { RequestContext } from '@/lib/client/fetch-json';
import { useClock } from './clock';
import { usePreferences } from './preferences';

/** What requests of this page carry and report. */
export function useRequestContext(): RequestContext {
  const [{ isPaused }, , newest] = usePreferences();
  const { exactNow: serverNow, sync: onServerTime } = useClock();
  return {
    isPaused,
    isPausedNow: () => newest().isPaused,
    serverNow,
    onServerTime,
  };
}
