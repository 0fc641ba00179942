import { expect } from '@playwright/test';
import { setPreferences } from '../support/browser/preferences.ts';
import {
  announcement,
  expectBriefly,
  openHydrated,
  pausedButton,
  refreshButton,
  rowLinks,
} from '../support/browser/screen.ts';
import { ask } from '../support/http/read.ts';
import { advanceHours, movableClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';
import { readsOnce } from '../support/products/stack.ts';

// Each test starts its own product.
test.describe.configure({ mode: 'parallel' });

/** Setting of a product that reads once an hour, so that what has just been read stays so however long a test takes. */
const hourly = { ...movableClock, ...readsOnce };

const asPaused: RequestInit = { headers: { 'sightline-refresh': 'off' } };

test('Refresh reads the list or one monitor at once and reports the cost; pressed again it reports why it does not read', async ({
  stack,
  page,
  context,
}) => {
  const { product, referenceApi } = await stack({ monitors: 120 }, { env: hourly });
  await setPreferences(context, { isPaused: true });
  await page.clock.install();

  await test.step('the list, for two requests', async () => {
    await openHydrated(page, `${product.url}/monitors`);
    await advanceHours(1, product, page);
    const before = referenceApi.requests();
    const refresh = refreshButton(page);
    await expectBriefly(announcement(page, 'Refreshing: 2 requests.'), refresh.click());
    await expect.poll(() => referenceApi.requests() - before).toBe(2);
    await expect(refresh).toHaveText(/, \d+ s ago$/);
    await expectBriefly(
      announcement(page, /^Not read\. Already refreshed a moment ago\. Try again in \d+ (s|min|h)/),
      refresh.click(),
    );
    expect(referenceApi.requests() - before).toBe(2);
  });

  await test.step('a monitor, for one request', async () => {
    const [, monitor] = referenceApi.api.organization().monitors();
    await openHydrated(page, `${product.url}/monitors/${monitor?.monitor_uuid}`);
    await expect(page.getByText('loading…')).toHaveCount(0);
    await advanceHours(1, product);
    const before = referenceApi.requests();
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
    // The button can be pressed again before the page has loaded what was read.
    const pressedAgain = Promise.withResolvers<void>();
    await page.route(`**/api/monitors/${monitor?.monitor_uuid}`, async (route) => {
      await pressedAgain.promise;
      await route.continue();
    });
    await expectBriefly(announcement(page, 'Refreshing: 1 request.'), refresh.click());
    await expectBriefly(announcement(page, /^Not read\. Already refreshed a moment ago/), refresh.click());
    pressedAgain.resolve();
    expect(referenceApi.requests() - before).toBe(1);
  });
});

test('row 77: with the list open and paused, three hours cost no request', async ({
  stack,
  page,
  context,
}) => {
  const { product, referenceApi } = await stack({ monitors: 25 }, { env: hourly });
  await setPreferences(context, { isPaused: true });
  await page.clock.install();
  await openHydrated(page, `${product.url}/monitors`);
  const before = referenceApi.requests();
  for (let hour = 0; hour < 3; hour += 1) {
    const asked = page.waitForResponse((response) => response.url().includes('/api/'));
    await advanceHours(1, product, page);
    await asked;
  }
  expect(referenceApi.requests() - before).toBe(0);
});

test('row 77: the pause persists when a user opens a monitor, reloads, or visits another page', async ({
  stack,
  page,
}) => {
  const { product, referenceApi } = await stack(
    { monitors: 25 },
    // On a slow machine the first interval could end before the key is pressed.
    { env: { SIGHTLINE_REFRESH_MIN_SECONDS: '3600' }, waitForInventory: false },
  );
  /** The refresh state of the product, requested as a paused viewer. */
  const refresh = async () => JSON.parse((await ask(`${product.url}/api/usage`, asPaused)).text).data.refresh;
  await openHydrated(page, `${product.url}/monitors`);
  expect((await refresh()).wanted_s).toBe(3600);
  await page.keyboard.press('p');
  const paused = { wanted_s: null, paused: true };
  await expect(announcement(page, 'Auto-refresh paused')).toBeAttached();
  await expect.poll(refresh).toMatchObject(paused);
  await page.reload();
  await expect(pausedButton(page)).toHaveAccessibleDescription(/Paused: nothing is read for this page\./);
  expect(await refresh()).toMatchObject(paused);
  const opened = page.waitForResponse(/\/api\/monitors\/[0-9a-f-]{36}$/);
  await rowLinks(page).first().click();
  await opened;
  await expect(page).toHaveURL(/monitors\/[0-9a-f-]{36}/);
  expect(await refresh()).toMatchObject(paused);
  await page.goto(`${product.url}/usage`);
  expect(await refresh()).toMatchObject(paused);
  expect(referenceApi.requests(), 'the first read of the list, and the opened monitor').toBe(2);
});
