import { expect, type Page } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { readList } from './support/read.ts';
import { openLive } from './support/screen.ts';

/** Five and a half hours before UTC, and on another day for a part of it. */
test.use({ timezoneId: 'Asia/Kolkata' });
const AHEAD_MS = 5.5 * 3_600_000;

const utcText = (iso: string) => new Date(iso).toISOString().slice(0, 19).replace('T', ' ');
const localText = (iso: string) => utcText(new Date(Date.parse(iso) + AHEAD_MS).toISOString());

async function chooseTimes(page: Page, label: RegExp) {
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: label }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}

test('an age has its exact moment, local and in UTC, on hover, and is read out with it', async ({
  still,
  page,
}) => {
  const { data } = await readList(still.product, 'sort=last_check_at&per_page=10');
  await openLive(page, `${still.product.url}/monitors?sort=last_check_at&per_page=10`);
  const times = page.getByRole('table').locator('time');
  for (const [index, { last_check_at }] of data.entries()) {
    const iso = String(last_check_at);
    const time = times.nth(index);
    await expect(time).toHaveAttribute('title', `${localText(iso)} local, ${utcText(iso)} UTC`);
    await expect(time).toHaveText(/^\d+ (s|min|h), /);
    await expect(time).toContainText(`, ${localText(iso)} GMT+5:30`);
  }
});

test('times stand in UTC for who wants that, on every page and from then on', async ({ still, page }) => {
  const { data } = await readList(still.product, 'sort=created_at&per_page=1');
  const iso = String(data[0]?.created_at);
  await openLive(page, `${still.product.url}/monitors/${data[0]?.monitor_uuid}`);
  const created = page.locator(`time[datetime="${iso}"]`).first();
  await expect(created).toContainText(`${localText(iso)} GMT+5:30`);

  await chooseTimes(page, /^UTC$/);
  await expect(created).toContainText(`${utcText(iso)} UTC`);
  await page.reload();
  await expect(created).toHaveAttribute('title', / local, /);
  await expect(created).toContainText(`${utcText(iso)} UTC`);

  await openLive(page, `${still.product.url}/monitors?sort=created_at&per_page=10`);
  await expect(page.getByRole('table').locator('time').first()).toHaveText(/ UTC$/);

  await chooseTimes(page, /^Local Asia\/(Kolkata|Calcutta)$/);
  await expect(page.getByRole('table').locator('time').first()).toHaveText(/ GMT\+5:30$/);
});

test('all ages tick on, and are true after the computer has slept', async ({ still, page }) => {
  await page.clock.install();
  await openLive(page, `${still.product.url}/monitors?sort=last_check_at&per_page=10`);
  const age = page.getByRole('table').locator('time').first();
  await expect(age).toHaveText(/^\d+ (s|min), /);
  // While a computer sleeps only the date goes on.
  await page.evaluate(() => {
    const asleep = performance.now();
    performance.now = () => asleep;
  });
  await page.clock.fastForward(3_600_000);
  await expect(age).toHaveText(/^1 h, /);
});

test('a second changes only what it makes differ', async ({ still, page }) => {
  await page.clock.install();
  await openLive(page, `${still.product.url}/monitors?sort=created_at&per_page=10`);
  await page.evaluate(() => {
    const changes: string[] = [];
    Object.assign(window, { changes });
    new MutationObserver((records) => {
      for (const { target } of records)
        changes.push(target.parentElement?.closest('tbody') ? 'row' : 'other');
    }).observe(document.body, { subtree: true, characterData: true, childList: true });
  });
  // All checks are minutes old by now.
  await page.clock.fastForward(3_600_000);
  await expect(page.getByRole('table').locator('time').first()).toHaveText(/^1 h, /);
  const rowChanges = () =>
    page.evaluate(() => {
      const noted: unknown = Reflect.get(window, 'changes');
      return Array.isArray(noted) ? noted.filter((one) => one === 'row').length : -1;
    });
  const before = await rowChanges();
  expect(before, 'the watch sees ages change').toBeGreaterThan(0);
  await page.clock.runFor(5000);
  expect(await rowChanges()).toBe(before);
});
