import { expect, type Locator, type Page } from '@playwright/test';
import { waitForHydration } from '../support/browser/screen.ts';
import { readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

const edgesOf = (part: Locator) =>
  part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });

/** Points at a bar of a picture. Expects its tooltip to begin or end at the bar, right above the picture. */
async function pointAtBar(page: Page, picture: Locator, index: number): Promise<void> {
  const count = Number(await picture.getAttribute('aria-valuemax'));
  const box = await edgesOf(picture);
  const length = (box.right - box.left) / count;
  const bar = { left: box.left + index * length, right: box.left + (index + 1) * length };
  await page.mouse.move((bar.left + bar.right) / 2, (box.top + box.bottom) / 2);
  await expect(picture).toHaveAttribute('aria-valuenow', String(index + 1));
  const [said = ''] = ((await picture.getAttribute('aria-valuetext')) ?? '').split('. ');
  const tooltip = picture.getByText(said, { exact: true }).locator('xpath=ancestor-or-self::div[1]');
  const shown = await edgesOf(tooltip);
  expect(Math.min(Math.abs(shown.left - bar.left), Math.abs(shown.right - bar.right))).toBeLessThan(2);
  expect(Math.abs(shown.bottom - box.top)).toBeLessThan(10);
}

test('the tooltip of a bar is next to the bar', async ({ demo, page }) => {
  const { data } = await readList(demo, 'condition=up');
  for (const [path, name] of [
    ['/changes?days=30', /^Down, overdue/],
    [`/monitors/${data[0]?.monitor_uuid}`, 'Observed conditions'],
  ] as const) {
    await page.goto(`${demo.url}${path}`);
    const picture = page.getByRole('slider', { name });
    await waitForHydration(picture);
    const last = Number(await picture.getAttribute('aria-valuemax')) - 1;
    for (const index of [3, Math.floor(last * 0.7), last]) await pointAtBar(page, picture, index);
  }
});
