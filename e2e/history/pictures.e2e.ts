import { expect, type Locator, type Page } from '@playwright/test';
import { waitForHydration } from '../support/browser/screen.ts';
import { readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

const edgesOf = (part: Locator) =>
  part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });

/** Points at a bar of a picture. @returns the text of its tooltip, which begins or ends at the bar, right above the picture */
async function pointAtBar(page: Page, picture: Locator, index: number): Promise<string> {
  const count = Number(await picture.getAttribute('aria-valuemax'));
  const box = await edgesOf(picture);
  const length = (box.right - box.left) / count;
  const bar = { left: box.left + index * length, right: box.left + (index + 1) * length };
  await page.mouse.move((bar.left + bar.right) / 2, (box.top + box.bottom) / 2);
  await expect(picture).toHaveAttribute('aria-valuenow', String(index + 1));
  const text = (await picture.getAttribute('aria-valuetext')) ?? '';
  const [said = ''] = text.split('. ');
  const tooltip = picture.getByText(said, { exact: true }).locator('xpath=ancestor-or-self::div[1]');
  const shown = await edgesOf(tooltip);
  expect(Math.min(Math.abs(shown.left - bar.left), Math.abs(shown.right - bar.right))).toBeLessThan(2);
  expect(Math.abs(shown.bottom - box.top)).toBeLessThan(10);
  return text;
}

const date = /\d{1,2} \w{3}, \d\d:\d\d to /;

test('the tooltip of a bar is next to the bar, and has a date where the chart covers several days', async ({
  demo,
  page,
}) => {
  const { data } = await readList(demo, 'condition=up');
  for (const [path, name] of [
    ['/changes', /^Down, overdue/],
    [`/monitors/${data[0]?.monitor_uuid}`, 'Observed conditions'],
  ] as const) {
    for (const days of ['1', '7', '30']) {
      await page.goto(`${demo.url}${path}?days=${days}`);
      const picture = page.getByRole('slider', { name });
      await waitForHydration(picture);
      const last = Number(await picture.getAttribute('aria-valuemax')) - 1;
      const labels = [
        await pointAtBar(page, picture, 3),
        await pointAtBar(page, picture, Math.floor(last * 0.7)),
        await pointAtBar(page, picture, last),
      ];
      if (days === '1') continue;
      for (const label of labels) expect(label, `${path} ${days}`).toMatch(date);
    }
  }
});
