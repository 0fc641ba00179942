import { expect, type Frame } from '@playwright/test';
import { rowLinks } from '../support/browser/screen.ts';
import { autoSubmittingForm, type OtherSite, startOtherSite } from '../support/hostile/other-site.ts';
import { test } from '../support/products/fixtures.ts';
import { pathAndQueryOf, sendLogin, signInOn, statusWith } from '../support/sign-in/password.ts';

const kinds = [
  { from: 'another origin of the same site', at: (site: OtherSite) => site.sameSite, tag: '@core' },
  { from: 'another site', at: (site: OtherSite) => site.crossSite, tag: '@nightly' },
] as const;
const attributes = ['', 'referrerpolicy="no-referrer"', 'rel="noreferrer" target="_self"'];

/** The text of a frame; empty if the frame is gone. */
function textIn(frame: Frame): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: Chromium's error page has our URL in a script.
  return frame.evaluate(() => document.body.innerText).catch(() => '');
}

for (const { from, at, tag } of kinds) {
  test(`row 51: a form on ${from} cannot sign a user out`, { tag }, async ({
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
      await page.goto(at(site));
      expect((await response).headers().location).toMatch(/^\/login\?error=other_address&request=/);
      // Still signed in.
      await expect(rowLinks(page).first()).toBeVisible();
      await site.close();
    }
    expect(await statusWith(product, `${cookie?.name}=${cookie?.value}`)).toBe(200);
  });

  test(`row 61: framed on ${from} it shows nothing, signed in or not`, { tag }, async ({
    passwordStack: { product },
    page,
  }) => {
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
      await page.goto(at(site), { waitUntil: 'load' });
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
}

test('row 50: signing in never leads to another origin', { tag: '@nightly' }, async ({
  passwordStack: { product },
  page,
  context,
}) => {
  const site = await startOtherSite('You have been led astray.');
  const host = new URL(site.crossSite).host;
  const astray = [
    site.crossSite,
    `//${host}/`,
    `/\\${host}/`,
    `\\\\${host}/`,
    `/\t/${host}/`,
    `/%09/${host}/`,
    `/%2f${host}/`,
    `/..//${host}/`,
    `/.//${host}/`,
    `@${host}/`,
    `http:${host}`,
    'javascript:alert(1)',
    'data:text/html,astray',
    '/login?next=/login',
    '/api/auth/logout',
  ];
  for (const next of astray) {
    const { headers } = await sendLogin(product, { next });
    expect(new URL(headers.get('location') ?? '', product.url).origin, next).toBe(product.url);
  }
  // Browsers parse some URLs differently.
  for (const next of astray.slice(0, 6)) {
    await page.goto(`${product.url}/login?${new URLSearchParams({ next })}`);
    await signInOn(page);
    await expect(page.getByRole('banner')).toBeVisible();
    expect(new URL(page.url()).origin, next).toBe(product.url);
    // The same when already signed in, when the login page itself redirects.
    await page.goto(`${product.url}/login?${new URLSearchParams({ next })}`, { waitUntil: 'commit' });
    expect(new URL(page.url()).origin, next).toBe(product.url);
    // Leaves the page, which would otherwise go to the login page by itself.
    await page.goto('about:blank');
    await context.clearCookies();
  }
  await page.goto(`${product.url}/login?next=/monitors&next=${encodeURIComponent(site.crossSite)}`);
  await signInOn(page);
  await expect(page.getByRole('banner')).toBeVisible();
  expect(pathAndQueryOf(page)).toBe('/monitors');
  expect(site.asked).toEqual([]);
  await site.close();
});
