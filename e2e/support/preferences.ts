import type { BrowserContext } from '@playwright/test';
import { type Preferences, preferencesCookie, serializePreferences } from '../../lib/client/preferences.ts';
import { defaultPreferences } from '../../lib/contract/preferences.ts';

/** What a person has chosen before, for the pages that a browser opens after this. */
export async function choose(context: BrowserContext, chosen: Partial<Preferences>): Promise<void> {
  const value = serializePreferences({ ...defaultPreferences, ...chosen });
  await context.addCookies([{ name: preferencesCookie, value, domain: '127.0.0.1', path: '/' }]);
}
