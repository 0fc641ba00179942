import type { BrowserContext } from '@playwright/test';
import {
  type Preferences,
  preferencesCookie,
  serializePreferences,
} from '../../../lib/client/preferences.ts';
import { defaultPreferences } from '../../../lib/contract/preferences.ts';

/** Sets user preferences for all pages opened afterwards. */
export async function setPreferences(context: BrowserContext, chosen: Partial<Preferences>): Promise<void> {
  const value = serializePreferences({ ...defaultPreferences, ...chosen });
  await context.addCookies([{ name: preferencesCookie, value, domain: '127.0.0.1', path: '/' }]);
}
