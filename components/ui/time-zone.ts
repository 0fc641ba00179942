import { usePreferences } from './preferences';
import { useHydrated } from './use-hydrated';

/**
 * The zone in which exact times stand, as `formatInstant` takes it: `UTC`, or undefined for the browser's own. The server
 * knows that from the page before; when there was none it is UTC, which is true as well.
 */
export function useTimeZone(): string | undefined {
  const [{ zone, timeZone }] = usePreferences();
  const isHydrated = useHydrated();
  if (zone === 'utc') return 'UTC';
  return isHydrated ? undefined : (timeZone ?? 'UTC');
}
