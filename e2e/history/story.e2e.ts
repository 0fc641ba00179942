import { expect, type Page } from '@playwright/test';
import { changeListSchema } from '../../lib/contract/changes.ts';
import { expectAccessible } from '../support/browser/expect-accessible.ts';
import { waitForHydration } from '../support/browser/screen.ts';
import { shownTime } from '../support/browser/shown-time.ts';
import { ask } from '../support/http/read.ts';
import { advanceOneStep, steppingClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';
import type { Product } from '../support/products/product.ts';
import { newDirectory, startSharedDirectory } from '../support/products/shared-data-directory.ts';

const STEP_MINUTES = 4;
const STEP_MS = STEP_MINUTES * 60_000;

test.use({ timezoneId: 'UTC' });

/** Returns the rows of the feed as texts. */
async function feed(page: Page): Promise<string[]> {
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') });
  return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
}

test('three monitors go down, one recovers, one is edited, and after a restart one is gone: the feed and its count agree, and the page of each monitor', async ({
  page,
}) => {
  let steps = 0;
  const clock = () => Date.now() + steps * STEP_MS;
  const { api, start } = await startSharedDirectory(newDirectory(), { monitors: 12, clock });
  const organization = api.api.organization();
  const [a, b, c, d, e] = organization.monitors().map(({ monitor_uuid }) => monitor_uuid);
  if (!a || !b || !c || !d || !e) throw new Error('five monitors');
  const down = new Set<string>();
  /** Checks every monitor now. @returns the time */
  const checkAll = (): number => {
    const at = clock();
    for (const { monitor_uuid: uuid, updated_at } of organization.monitors()) {
      const last_status = down.has(uuid) ? 'down' : 'up';
      organization.editMonitor(uuid, { last_check_at: new Date(at).toISOString(), last_status, updated_at });
    }
    return at;
  };
  for (const [place, { monitor_uuid, updated_at }] of organization.monitors().entries()) {
    const name = `Story ${'ABCDEFGHIJKL'[place]}`;
    const state = {
      name,
      updated_at,
      is_active: true,
      maintenance_mode: false,
      interval: 3600,
      regions: ['fra1'],
    };
    organization.editMonitor(monitor_uuid, {
      ...state,
      target: `${place}.example.org`,
      type: 'ping',
      port: null,
    });
  }
  /** Reads the changes, while a viewer requests the list. */
  const changes = async (product: Product) => {
    await ask(`${product.url}/api/monitors`, { headers: { 'sightline-refresh': 'on' } });
    return changeListSchema.parse(JSON.parse((await ask(`${product.url}/api/changes`)).text));
  };
  /** Waits until a crawl after a time is recorded. */
  const recorded = (product: Product, after: number) =>
    expect
      .poll(async () => Date.parse((await changes(product)).meta.as_of ?? ''))
      .toBeGreaterThanOrEqual(after);
  /** Lets minutes pass, lets something happen, and has all monitors checked and read. */
  const next = async (product: Product, happens: () => void): Promise<void> => {
    await advanceOneStep(product);
    steps += 1;
    happens();
    await recorded(product, checkAll());
  };

  checkAll();
  const first = await start(steppingClock(STEP_MINUTES));
  await recorded(first, clock());
  await page.goto(`${first.url}/changes`);
  await expect(page.getByRole('heading', { name: 'No changes in the last 24 hours' })).toBeVisible();
  await expect(page.getByText(new RegExp(`^Observations go back to ${shownTime}`))).toBeVisible();
  // Who leaves the page before has seen nothing.
  await waitForHydration(page.getByRole('button', { name: 'Notifications' }));
  await page.getByRole('link', { name: 'Monitors', exact: true }).click();
  await expect(page).toHaveURL(/\/monitors$/);

  await next(first, () => {
    for (const uuid of [a, b, c]) down.add(uuid);
  });
  await page.reload();
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Changes/ });
  await expect(link).toHaveAccessibleName('Changes 3 unread');
  await next(first, () => down.delete(a));
  await next(first, () => organization.editMonitor(d, { interval: 1800 }));
  await first.stop();

  // Longer than two slots, so that one of them is empty.
  steps += 8;
  organization.removeMonitor(e);
  checkAll();
  const second = await start({ ...steppingClock(STEP_MINUTES, steps), PORT: new URL(first.url).port });
  // A monitor is gone when two crawls do not contain it.
  await expect.poll(async () => (await changes(second)).data.length).toBe(6);

  await page.goto(`${second.url}/changes`);
  await expect(link).toHaveAccessibleName('Changes 3 unread');
  const outages = [
    expect.stringMatching(new RegExp(`^Down since ${shownTime} 4\\d(–\\d\\d)? min Story C `)),
    expect.stringMatching(new RegExp(`^Down since ${shownTime} 4\\d(–\\d\\d)? min Story B `)),
    expect.stringMatching(new RegExp(`^Down ${shownTime}–${shownTime} (up to \\d+|\\d+–\\d+) min Story A `)),
  ];
  await expect.poll(() => feed(page), 'each outage once, and no edits').toEqual(outages);
  await page.getByRole('button', { name: 'Edits 2' }).click();
  await expect(page).toHaveURL(/edits=all$/);
  await expect
    .poll(() => feed(page))
    .toEqual([
      expect.stringMatching(new RegExp(`^Removed ${shownTime} Story E `)),
      expect.stringMatching(new RegExp(`^Edited ${shownTime} Interval: 1 h → 30 min Story D `)),
      ...outages,
    ]);
  const main = page.getByRole('main');
  await expect(main.getByText('You last looked here')).toBeVisible();
  await expect(main.getByText(new RegExp(`^Not observed from ${shownTime} to ${shownTime}$`))).toBeVisible();

  await page.keyboard.press('e');
  await expect(main.getByText('You last looked here')).toBeHidden();
  await expect(link).toHaveAccessibleName('Changes');

  await main.getByRole('link', { name: 'Story A' }).first().click();
  const observed = page.getByRole('main').locator('section').filter({ hasText: 'History' });
  const items = observed.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(items).toHaveText([new RegExp(`^Down ${shownTime}–${shownTime} (up to \\d+|\\d+–\\d+) min$`)]);
  await expect(observed.getByText(/1 outage, (up to )?\d+.* long\./)).toBeVisible();
  await expect(observed.getByText(/^Up in \d+ of \d+ checks seen since /)).toBeVisible();
  await expect(observed.getByText('Not observed').first()).toBeVisible();
  await page.goto(`${second.url}/monitors/${d}`);
  await expect(items).toHaveText([new RegExp(`^Edited ${shownTime}Interval: 1 h → 30 min`)]);
  const gone = await page.goto(`${second.url}/monitors/${e}`);
  expect(gone?.status()).toBe(404);
  await expect(items).toHaveText([/^Removed/]);
  await expect(page.getByRole('main')).toContainText('Story E');
  await expectAccessible(page);
  await second.stop();
  await api.close();
});
