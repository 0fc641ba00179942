import { usePreferences } from './preferences';
import { useHydrated } from './use-hydrated';

/**
 * The time zone of exact times, for `formatInstant`: `UTC`, or undefined for the browser's time zone. The
 * server uses the time zone of the cookie, or UTC if it is unknown.
 */
export function useTimeZone(): string | undefined {
  const [{ zone, timeZone }] = usePreferences();
  const isHydrated = useHydrated();
  if (zone === 'utc') return 'UTC';
  return isHydrated ? undefined : (timeZone ?? 'UTC');
}
