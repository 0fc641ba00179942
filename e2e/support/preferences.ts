import type { BrowserContext } from '@playwright/test';
import { type Look, lookCookie, serializeLook } from '../../lib/look.ts';
import { usualLook } from '../../lib/look-schema.ts';

/** What a person has chosen before, for the pages that a browser opens after this. */
export async function choose(context: BrowserContext, chosen: Partial<Look>): Promise<void> {
  const value = serializeLook({ ...usualLook, ...chosen });
  await context.addCookies([{ name: lookCookie, value, domain: '127.0.0.1', path: '/' }]);
}
