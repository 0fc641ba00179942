import { type Browser, expect, type Page } from '@playwright/test';
import { opener, panel, row, save, withStored } from '../support/browser/saved-views.ts';
import { openHydrated, waitForHydration } from '../support/browser/screen.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { goToProvider, signInAtProvider } from '../support/sign-in/openid-provider.ts';
import { signedIn } from '../support/sign-in/password.ts';

/** Opens the list in a new browser, as a person who signs in. */
async function openAs(
  browser: Browser,
  { url }: { url: string },
  person: string,
  stored?: { name: string; search: string }[],
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  if (stored) await withStored(page, stored);
  await page.goto(`${url}/monitors`);
  await goToProvider(page);
  await signInAtProvider(page, person);
  await expect(opener(page)).toBeVisible();
  await waitForHydration(opener(page));
  return page;
}

/** Returns the names of the views that the server stores for the user of a page. */
const storedViewNames = (page: Page) =>
  page.evaluate(async () => {
    const { data } = await (await fetch('/api/views/own')).json();
    return data.map(({ name }: { name: string }) => name);
  });

test('the views of a signed-in person are in every browser, and those of another person are not', async ({
  startOidcStack,
  browser,
}) => {
  const { product } = await startOidcStack();
  const stored = [{ name: 'Sockets', search: 'type=tcp' }];
  const first = await openAs(browser, product, 'ada', stored);
  await expect.poll(() => storedViewNames(first), 'offered on the first visit').toEqual(['Sockets']);
  await openHydrated(first, `${product.url}/monitors?q=api`);
  await opener(first).click();
  await save(first, 'Apis');
  await expect.poll(() => storedViewNames(first)).toEqual(['Sockets', 'Apis']);
  await expect(panel(first).getByText('Saved for you, also in other browsers.')).toBeVisible();

  // The browser has a view of the same name. The server's view stays unchanged.
  const second = await openAs(browser, product, 'ada', [{ name: 'sockets', search: 'type=http' }]);
  await opener(second).click();
  await expect(row(second, 'Apis')).toBeVisible();
  await expect(row(second, 'Sockets')).toBeVisible();
  await expect(row(second, 'sockets')).toHaveCount(0);
  await second.getByRole('button', { name: 'Delete Sockets' }).click();
  await expect.poll(() => storedViewNames(second)).toEqual(['Apis']);
  await first.reload();
  await waitForHydration(opener(first));
  await opener(first).click();
  await expect(row(first, 'Apis')).toBeVisible();
  await expect(row(first, 'Sockets')).toHaveCount(0);

  const other = await openAs(browser, product, 'mallory');
  expect(await storedViewNames(other)).toEqual([]);
  await opener(other).click();
  await expect(row(other, 'Apis')).toHaveCount(0);
  for (const page of [first, second, other]) await page.context().close();
});

test('with a shared password the server stores no views, and another site can never change views', async ({
  startTokenStack,
}) => {
  const { product, tokens } = await startTokenStack();
  const url = `${product.url}/api/views/own`;
  const session = { Cookie: await signedIn(product) };
  const refresh = { 'Sightline-Refresh': '60' };
  const post = (headers: Record<string, string>) =>
    ask(url, { method: 'POST', headers, body: '{"remove":[],"put":[]}' });
  expect((await ask(url, { headers: session })).status).toBe(404);
  expect((await post(session)).status).toBe(403);
  expect((await post({ ...session, ...refresh })).status).toBe(404);
  expect((await post({ ...tokens.headers('grafana'), ...refresh })).status).toBe(403);
  expect((await ask(url, { headers: tokens.headers('grafana') })).status).toBe(404);
  expect((await ask(url)).status).toBe(401);
});
