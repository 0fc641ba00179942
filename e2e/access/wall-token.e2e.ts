import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../support/products/fixtures.ts';
import { signInOn, waitForCompleteInventoryAs, withPassword } from '../support/sign-in/password.ts';
import { createTokenFile, tokenLine } from '../support/sign-in/token-file.ts';

function newWall() {
  const token = `sightline_${randomBytes(32).toString('base64url')}`;
  return { token, hash: `#token=${token}`, line: `${tokenLine('lobby', token)} wall condition=up` };
}

test('row 105: a link opens its wall, also when the browser is restarted, and users can sign in instead', {
  tag: '@core',
}, async ({ stack, page }) => {
  const { hash, line } = newWall();
  const tokens = createTokenFile('cron');
  tokens.write(['cron'], line);
  const { product } = await stack(
    { monitors: 30 },
    { env: { ...withPassword, ...tokens.env }, waitForInventory: false },
  );
  await waitForCompleteInventoryAs(product, tokens.headers('cron'));
  await page.goto(`${product.url}/wall${hash}`);
  await expect(page.getByText('Condition: Up')).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/wall?condition=up`);
  await expect(page.getByRole('link')).toHaveCount(0);
  // Overnight the browser is restarted, and the page is opened again.
  await page.goto(`${product.url}/wall`);
  await expect(page.getByText('Nothing wrong among the chosen conditions')).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`${product.url}/wall?type=tcp`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInOn(page);
  await expect(page).toHaveURL(`${product.url}/wall?type=tcp`);
  await expect(page.getByText('Type: tcp')).toBeVisible();
  tokens.remove();
});
