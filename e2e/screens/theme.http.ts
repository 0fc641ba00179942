import { expect } from 'vitest';
import { type Preferences, preferencesCookie, serializePreferences } from '../../lib/client/preferences.ts';
import { defaultPreferences } from '../../lib/contract/preferences.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

test('the choice is in the server-rendered HTML, so that nothing flashes', async ({ staticStack }) => {
  const root = async (cookie: string) =>
    /<html[^>]*>/.exec((await ask(`${staticStack.product.url}/monitors`, { headers: { cookie } })).text)?.[0];
  const chosen = (theme: Preferences['theme']) =>
    `${preferencesCookie}=${serializePreferences({ ...defaultPreferences, theme })}`;
  expect(await root(chosen('dark'))).toContain(' data-theme="dark"');
  expect(await root(chosen('light'))).toContain(' data-theme="light"');
  for (const other of [chosen('system'), `${preferencesCookie}="><script>`, 'other=1']) {
    expect(await root(other)).toMatch(/^<html lang="en"(?!.* data-theme)/);
  }
});
