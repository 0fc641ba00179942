import { type BrowserContext, expect, type Page } from '@playwright/test';
import { installClock } from '../support/browser/poll-with-clock.ts';
import { waitForHydration } from '../support/browser/screen.ts';
import { fillStorage, notStored } from '../support/browser/unusable-storage.ts';
import { test } from '../support/products/fixtures.ts';
import { frequentReads, makeStable, waitForChanges } from '../support/products/recorded-changes.ts';
import { plenty } from '../support/products/stack.ts';

// Each test has its own product.
test.describe.configure({ mode: 'parallel' });

/** The test browser cannot show notifications. So each tab records their titles instead. */
async function recordNotifications(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shown: string[] = [];
    class Recorded {
      static permission = 'default';
      static requestPermission() {
        Recorded.permission = 'granted';
        return Promise.resolve('granted');
      }
      constructor(title: string) {
        shown.push(title);
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded, shown });
  });
}

/** The titles of the notifications that a tab has shown. */
const shownIn = (page: Page) => page.evaluate(() => Reflect.get(window, 'shown'));

/** The address of the requests of the tabs that notify. */
const outages = /\/api\/wall/;

/**
 * Makes a tab poll by setting its clock forward. A tab does not poll while its last request is in flight, so it tries
 * again.
 */
async function poll(tab: Page): Promise<void> {
  await expect(async () => {
    await Promise.all([tab.waitForResponse(outages, { timeout: 10_000 }), tab.clock.fastForward(31_000)]);
  }).toPass();
}

test('notifications are off by default, are for a saved view, and never report earlier changes', {
  tag: '@core',
}, async ({ stack, page, context }) => {
  await recordNotifications(context);
  await page.addInitScript(() => {
    localStorage.setItem('sightline.views.v1', JSON.stringify([{ name: 'Payments', search: 'q=payments' }]));
  });
  const running = await stack({ monitors: 30, limits: plenty }, { ...frequentReads, before: makeStable });
  const organization = running.referenceApi.api.organization();
  const [inView, other] = organization.monitors();
  if (!inView || !other) throw new Error('two monitors');
  // The modification time stays the same, so that a check is no edit.
  const goDown = ({ monitor_uuid, updated_at }: typeof inView, name: string) =>
    organization.editMonitor(monitor_uuid, {
      name,
      last_status: 'down',
      updated_at,
      last_check_at: new Date().toISOString(),
    });
  // All monitors are up in the first crawl, so that the next change is an outage.
  await waitForChanges(running, 0);
  await installClock(page);
  await page.goto(`${running.product.url}/changes`);
  const button = page.getByRole('button', { name: 'Notifications' });
  await waitForHydration(button);
  await button.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('switch')).not.toBeChecked();
  await panel.getByRole('switch').click();
  await expect(panel.getByRole('switch')).toBeChecked();
  expect(await shownIn(page)).toEqual(['Notifications are on']);
  const first = page.waitForResponse(/\/api\/wall\?q=payments/);
  await panel.getByRole('combobox', { name: 'Monitors' }).selectOption('Payments');
  await first;
  await page.keyboard.press('Escape');

  // The tab has read its first response before it sends this request.
  await poll(page);
  goDown(other, 'checkout');
  goDown(inView, 'payments-api');
  // The new names are edits, too.
  await waitForChanges(running, 4);
  await poll(page);
  await expect.poll(() => shownIn(page)).toEqual(['Notifications are on', 'payments-api went down']);
});

test('when the browser cannot store the choice, the page says that notifications last until a reload', async ({
  demo,
  page,
  context,
}) => {
  await recordNotifications(context);
  await fillStorage(context);
  await page.goto(`${demo.url}/changes`);
  await waitForHydration(page.getByRole('button', { name: 'Notifications' }));
  await page.getByRole('button', { name: 'Notifications' }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByRole('switch', { name: 'Notify me of outages' }).click();
  await expect(panel.getByRole('switch')).toBeChecked();
  await expect(panel.getByRole('status')).toContainText(notStored);
});
