import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { installClock } from '../support/browser/poll-with-clock.ts';
import { ask } from '../support/http/read.ts';
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

test('row 105: a link works when its line is added, and stops working within 5 seconds after it is removed', async ({
  startTokenStack,
  page,
}) => {
  const { product, tokens } = await startTokenStack();
  const others = ['grafana', 'cron', 'limited'];
  const { token, hash, line } = newWall();
  await installClock(page);
  await page.goto(`${product.url}/wall${hash}`);
  await expect(page.getByText('This wall’s link is no longer valid.'), 'not yet valid').toBeVisible();
  tokens.write(others, line);
  // The page's clock may be ahead of the server's by at most one request of the wall. Otherwise the wall would
  // report old data.
  const headers = { Authorization: `Bearer ${token}` };
  await expect
    .poll(async () => (await ask(`${product.url}/api/wall`, { headers })).status, { intervals: [500] })
    .toBe(200);
  await page.clock.fastForward(31_000);
  await expect(page.getByText('Condition: Up')).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/wall?condition=up`);

  tokens.write(others);
  const removedAt = Date.now();
  let acceptedAt = 0;
  const status = async () => {
    const askedAt = Date.now();
    const answered = await page.evaluate(async () => (await fetch('/api/wall')).status);
    if (answered === 200) acceptedAt = askedAt;
    return answered;
  };
  await expect.poll(status, { intervals: [100] }).toBe(401);
  expect(acceptedAt - removedAt, 'the last one that was accepted').toBeLessThan(5000);
  await page.clock.fastForward(31_000);
  await expect(page.getByText('This wall’s link is no longer valid.')).toBeVisible();
  await expect(page.getByText('Condition: Up')).toHaveCount(0);
});
