import type { Preferences } from '../contract/preferences';

// Apart from its schema: the browser only writes the cookie, and loads zod later.
export type { Preferences } from '../contract/preferences.ts';

export const themes: readonly Preferences['theme'][] = ['system', 'light', 'dark'];

export const preferencesCookie = 'sightline_preferences';

/** Preferences as the cookie's value, percent-encoded. */
export function serializePreferences(preferences: Preferences): string {
  return encodeURIComponent(JSON.stringify(preferences));
}
