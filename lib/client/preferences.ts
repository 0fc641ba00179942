import type { Preferences } from '../contract/preferences';

// Separate from the schema, because the browser only writes the cookie and loads zod later.
export type { Preferences } from '../contract/preferences.ts';

export const themes: readonly Preferences['theme'][] = ['system', 'light', 'dark'];

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
