import { expect } from 'vitest';
import { type Preferences, preferencesCookie, serializePreferences } from '../../lib/client/preferences.ts';
import { defaultPreferences } from '../../lib/contract/preferences.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

test('the choice is in the server-rendered HTML, so that nothing flashes', async ({ staticStack }) => {
  const html = async (cookie: string) =>
    (await ask(`${staticStack.product.url}/monitors`, { headers: { cookie } })).text;
  const chosen = (theme: Preferences['theme']) =>
    `${preferencesCookie}=${serializePreferences({ ...defaultPreferences, theme })}`;
  expect(await html(chosen('dark'))).toContain('<html lang="en" data-theme="dark">');
  expect(await html(chosen('light'))).toContain('<html lang="en" data-theme="light">');
  for (const other of [chosen('system'), `${preferencesCookie}="><script>`, 'other=1']) {
    expect(await html(other)).toContain('<html lang="en">');
  }
});
