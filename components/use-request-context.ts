import type { RequestContext } from '@/lib/client/fetch-json';
import { useClock } from './ui/clock';
import { usePreferences } from './ui/preferences';

/** What requests of this page carry and report. */
export function useRequestContext(): RequestContext {
  const [{ refreshInterval }] = usePreferences();
  const { sync: onServerTime } = useClock();
  return { refreshInterval, onServerTime };
}
