import { expect } from '@playwright/test';
import { test } from '../support/products/fixtures.ts';
import { goToProvider, signInAtProvider } from '../support/sign-in/openid-provider.ts';
import { pathAndQueryOf } from '../support/sign-in/password.ts';

const addresses = ['/monitors?q=a&sort=name', '/review'];

for (const order of [
  [0, 1],
  [1, 0],
]) {
  test(`sign-ins begun in two tabs both work, finished in the order ${order}`, async ({
    oidcStack: { product },
    context,
  }) => {
    const tabs = await Promise.all(addresses.map(() => context.newPage()));
    for (const [index, tab] of tabs.entries()) {
      await tab.goto(product.url + addresses[index]);
      await goToProvider(tab);
      await expect(tab.getByPlaceholder('Enter any login')).toBeVisible();
    }
    for (const [nth, index] of order.entries()) {
      const tab = tabs[index];
      if (tab === undefined) throw new Error('no tab');
      if (nth === 0) await signInAtProvider(tab, 'ada');
      else {
        // The consent is already given.
        await tab.getByPlaceholder('Enter any login').fill('ada');
        await tab.getByPlaceholder('and password').fill('anything');
        await tab.getByRole('button', { name: 'Sign-in' }).click();
      }
      await expect(tab.getByTitle('Signed in as Ada Lovelace')).toBeVisible();
      expect(pathAndQueryOf(tab)).toBe(addresses[index]);
    }
    expect(await context.cookies(product.url), 'nothing is pending').toHaveLength(1);
  });
}
