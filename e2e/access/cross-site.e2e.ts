import { expect, type Frame } from '@playwright/test';
import { rowLinks } from '../support/browser/screen.ts';
import { autoSubmittingForm, startOtherSite } from '../support/hostile/other-site.ts';
import { test } from '../support/products/fixtures.ts';
import { signInOn, statusWith } from '../support/sign-in/password.ts';

const attributes = ['', 'referrerpolicy="no-referrer"', 'rel="noreferrer" target="_self"'];

/** The text of a frame; empty if the frame is gone. */
function textIn(frame: Frame): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: Chromium's error page has our URL in a script.
  return frame.evaluate(() => document.body.innerText).catch(() => '');
}

test('row 51: a form on another origin of the same site cannot sign a user out', { tag: '@core' }, async ({
  passwordStack: { product },
  page,
  context,
}) => {
  await page.goto(`${product.url}/monitors`);
  await signInOn(page);
  await expect(rowLinks(page).first()).toBeVisible();
  const [cookie] = await context.cookies(product.url);
  for (const attribute of attributes) {
    const site = await startOtherSite(autoSubmittingForm(`${product.url}/api/auth/logout`, {}, attribute));
    const response = page.waitForResponse(`${product.url}/api/auth/logout`);
    await page.goto(site.sameSite);
    expect((await response).headers().location).toMatch(/^\/login\?error=other_address&request=/);
    // Still signed in.
    await expect(rowLinks(page).first()).toBeVisible();
    await site.close();
  }
  expect(await statusWith(product, `${cookie?.name}=${cookie?.value}`)).toBe(200);
});

test('row 61: framed on another origin of the same site it shows nothing, signed in or not', {
  tag: '@core',
}, async ({ passwordStack: { product }, page }) => {
  const paths = ['/monitors', '/login', '/api/monitors', '/api/health', '/nowhere'];
  const frames = paths.map((path) => `<iframe src="${product.url}${path}"></iframe>`);
  const others = ['<object data="X"></object>', '<embed src="X">'].map((element) =>
    element.replace('X', `${product.url}/monitors`),
  );
  const site = await startOtherSite([...frames, ...others].join(''));
  for (const signedIn of [false, true]) {
    if (signedIn) {
      await page.goto(`${product.url}/monitors`);
      await signInOn(page);
      await expect(rowLinks(page).first()).toBeVisible();
    }
    await page.goto(site.sameSite, { waitUntil: 'load' });
    const inner = () => page.frames().filter((frame) => frame !== page.mainFrame());
    // Chromium shows an error page in a frame whose page must not be framed; objects are left empty or removed.
    const refused = () => inner().filter((frame) => frame.url().startsWith('chrome-error:'));
    await expect.poll(() => refused().length).toBeGreaterThanOrEqual(paths.length);
    for (const frame of inner()) {
      expect(frame.url()).toMatch(/^(chrome-error:.*|about:blank|)$/);
      expect(await textIn(frame)).not.toMatch(/Sightline|monitors/i);
    }
  }
  await site.close();
});
