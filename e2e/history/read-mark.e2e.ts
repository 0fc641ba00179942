import { expect } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { expectBriefly, waitForHydration } from '../support/browser/screen.ts';
import { fillStorage, notStored } from '../support/browser/unusable-storage.ts';
import { test } from '../support/products/fixtures.ts';
import { frequentReads, makeStable, waitForChanges } from '../support/products/recorded-changes.ts';
import { plenty, type Stack } from '../support/products/stack.ts';

/** The monitor at a place of the list goes down. */
function takeDown({ referenceApi }: Stack, place: number): void {
  const organization = referenceApi.api.organization();
  const monitor = organization.monitors()[place];
  if (monitor === undefined) throw new Error('too few monitors');
  const { monitor_uuid, updated_at } = monitor;
  const last_check_at = new Date().toISOString();
  organization.editMonitor(monitor_uuid, { last_status: 'down', last_check_at, updated_at });
}

// Each test has its own product.
test.describe.configure({ mode: 'parallel' });

test('changes are read when the user leaves the page after all unread ones were shown; with a filter they stay unread', {
  tag: '@core',
}, async ({ stack, page }) => {
  const running = await stack({ monitors: 3, limits: plenty }, { ...frequentReads, before: makeStable });
  const toPage = (name: RegExp) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  const changesLink = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Changes/ });
  const rows = page.getByRole('main').locator('[data-row]');
  const lookedHere = page.getByText('You last looked here');
  await waitForChanges(running, 0);
  await page.goto(`${running.product.url}/changes`);
  await expect(page.getByRole('heading', { name: 'No changes in the last 24 hours' })).toBeVisible();
  // Leaving the page before they are shown marks nothing as read.
  await waitForHydration(page.getByRole('button', { name: 'Notifications' }));
  await toPage(/^Monitors/);
  await expect(page).toHaveURL(/\/monitors$/);

  takeDown(running, 0);
  await waitForChanges(running, 1);
  await page.goto(`${running.product.url}/changes?kind=removed`);
  await expect(page.getByRole('heading', { name: 'No matching changes' })).toBeVisible();
  await toPage(/^Monitors/);
  await expect(page).toHaveURL(/\/monitors$/);
  await expect(changesLink).toHaveAccessibleName('Changes 1 unread');

  await toPage(/^Changes/);
  await expect(rows).toHaveCount(1);
  await expect(changesLink, 'as long as it is shown').toHaveAccessibleName('Changes 1 unread');
  await toPage(/^Monitors/);
  await expect(page).toHaveURL(/\/monitors$/);
  await expect(changesLink).toHaveAccessibleName('Changes');

  takeDown(running, 1);
  await waitForChanges(running, 2);
  await page.goto(`${running.product.url}/changes`);
  await expect(rows).toHaveCount(2);
  await expect(lookedHere).toBeVisible();
  await expect(changesLink).toHaveAccessibleName('Changes 1 unread');
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(changesLink).toHaveAccessibleName('Changes');
  await expect(lookedHere).toBeHidden();

  takeDown(running, 2);
  await waitForChanges(running, 3);
  await page.reload();
  await expect(lookedHere).toBeVisible();
  await page.keyboard.press('e');
  await expect(lookedHere).toBeHidden();
  await expect(changesLink).toHaveAccessibleName('Changes');
});

test('when the browser cannot store the read mark, the page says that the changes are unread again after a reload', async ({
  stack,
  page,
  context,
}) => {
  const running = await stack({ monitors: 3, limits: plenty }, { ...frequentReads, before: makeStable });
  await waitForChanges(running, 0);
  // Shorter than the mark that the page writes: a mark of the same length would still fit into the full storage.
  const mark = new Date().toISOString().replace(/\.\d+Z/, 'Z');
  await fillStorage(context, { 'sightline.changes-read.v1': mark });
  takeDown(running, 0);
  await waitForChanges(running, 1);
  await page.goto(`${running.product.url}/changes`);
  const changesLink = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Changes/ });
  await expect(changesLink).toHaveAccessibleName('Changes 1 unread');
  await waitForHydration(page.getByRole('button', { name: 'Mark all as read' }));
  await expectBriefly(
    page.getByRole('status').filter({ hasText: notStored }),
    page.getByRole('button', { name: 'Mark all as read' }).click(),
  );
  await expect(changesLink).toHaveAccessibleName('Changes');
  await expect(page.getByText('All changes are marked as read.')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(changesLink).toHaveAccessibleName('Changes 1 unread');
});

test('row 101: a read mark from a server clock that was a day ahead is corrected by the next response, and later changes are unread', async ({
  stack,
  page,
}) => {
  const running = await stack({ monitors: 3, limits: plenty }, { ...frequentReads, before: makeStable });
  await waitForChanges(running, 0);
  const ahead = new Date(Date.now() + 86_400_000).toISOString();
  await page.addInitScript((mark) => {
    if (sessionStorage.getItem('set')) return;
    sessionStorage.setItem('set', 'yes');
    localStorage.setItem('sightline.changes-read.v1', mark);
  }, ahead);
  const stored = () => page.evaluate(() => localStorage.getItem('sightline.changes-read.v1'));
  await page.goto(`${running.product.url}/monitors`);
  await expect.poll(async () => Date.parse((await stored()) ?? '')).toBeLessThanOrEqual(Date.now());

  takeDown(running, 0);
  await waitForChanges(running, 1);
  await page.reload();
  const changesLink = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Changes/ });
  await expect(changesLink).toHaveAccessibleName('Changes 1 unread');
});
