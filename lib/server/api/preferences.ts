import 'server-only';
import { cookieValue, preferencesCookie } from '../../client/preferences.ts';
import { earlierCookies, type Preferences, parsePreferences } from '../../contract/preferences.ts';

/** Reads a user's preferences from a `Cookie` header; null when it has none. */
export function preferencesOfCookies(header: string | null): Preferences | null {
  const current = cookieValue(header, preferencesCookie);
  const look = cookieValue(header, earlierCookies.look);
  const theme = cookieValue(header, earlierCookies.theme);
  if (current === undefined && look === undefined && theme === undefined) return null;
  return parsePreferences(current, { look, theme });
}
