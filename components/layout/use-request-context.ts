import { useClock } from '@/components/ui/clock';
import { usePreferences } from '@/components/ui/preferences';
import type { RequestContext } from '@/lib/client/fetch-json';

/** What requests of this page carry and report. */
export function useRequestContext(): RequestContext {
  const [{ refreshInterval }] = usePreferences();
  const { sync: onServerTime } = useClock();
  return { refreshInterval, onServerTime };
}
