import { usePreferences } from './preferences';
import { useHydrated } from './use-hydrated';

/** An IANA name, or undefined for the machine's time zone, as in `formatInstant`. */
export type TimeZone = string | undefined;

/** The time zone of exact times. The server uses that of the cookie, or UTC if it is unknown. */
export function useTimeZone(): TimeZone {
  const [{ zone, timeZone }] = usePreferences();
  const isHydrated = useHydrated();
  if (zone === 'utc') return 'UTC';
  return isHydrated ? undefined : (timeZone ?? 'UTC');
}
