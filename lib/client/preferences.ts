import type { Preferences } from '../contract/preferences';

// Separate from the schema, because the browser only writes the cookie and loads zod later.
export type { Preferences } from '../contract/preferences.ts';

export const themes: readonly Preferences['theme'][] = ['system', 'light', 'dark'];

export const preferencesCookie = 'sightline_preferences';

/** Returns the cookie's value: percent-encoded JSON. */
export function serializePreferences(preferences: Preferences): string {
  return encodeURIComponent(JSON.stringify(preferences));
}
