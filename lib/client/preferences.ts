import { type Preferences, parsePreferences } from '../contract/preferences.ts';
import { withBasePath } from '../text/base-path.ts';

export type { Preferences } from '../contract/preferences.ts';

export const preferencesCookie = 'sightline_preferences';

/** Returns the cookie's value: percent-encoded JSON. */
export function serializePreferences(preferences: Preferences): string {
  return encodeURIComponent(JSON.stringify(preferences));
}

/**
 * Returns the raw value of a cookie.
 *
 * @param cookies a `Cookie` header or `document.cookie`
 * @param name without characters that are special in a regular expression
 */
export function cookieValue(cookies: string | null, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies ?? '')?.[1];
}

const YEAR_S = 31_536_000;

/** Writes the preferences to the cookie. @returns whether the browser has stored it */
export function storePreferences(preferences: Preferences): boolean {
  const value = serializePreferences(preferences);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from some browsers still in use.
  document.cookie = `${preferencesCookie}=${value}; path=${withBasePath('/')}; max-age=${YEAR_S}; samesite=lax`;
  return storedCookie() === value;
}

const storedCookie = () => cookieValue(document.cookie, preferencesCookie);

/** Returns the preferences that the cookie has now: `known` itself when it has the same, or there is none yet. */
export function storedPreferences(known: Preferences): Preferences {
  const cookie = storedCookie();
  if (cookie === undefined || cookie === serializePreferences(known)) return known;
  const stored = parsePreferences(cookie);
  return serializePreferences(stored) === serializePreferences(known) ? known : stored;
}
