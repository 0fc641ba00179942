import type { RequestContext } from '@/lib/client/fetch-json';
import { useClock } from './ui/clock';
import { useLook } from './ui/look';

/** What requests of this page carry and report. */
export function useRequestContext(): RequestContext {
  const [{ refreshInterval }] = useLook();
  const { sync: onServerTime } = useClock();
  return { refreshInterval, onServerTime };
}
