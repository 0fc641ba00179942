import type { RequestContext } from '@/lib/client/fetch-json';
import { useClock } from './clock';
import { usePreferences } from './preferences';

/** What requests of this page carry and report. */
export function useRequestContext(): RequestContext {
  const [{ refreshInterval }, , newest] = usePreferences();
  const { exactNow: serverNow, sync: onServerTime } = useClock();
  return {
    refreshInterval,
    newestRefreshInterval: () => newest().refreshInterval,
    serverNow,
    onServerTime,
  };
}
