import { expect } from '@playwright/test';
import { expectQuery, openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { readAll } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { plenty } from '../support/products/stack.ts';
import { expectedMonitors, hasWords } from '../support/upstream/expected-list.ts';

for (const width of [1280, 360]) {
  test.describe(`at ${width} pixels`, { tag: '@nightly' }, () => {
    test.use({ viewport: { width, height: 800 } });

    test('by keyboard alone: paste a URL, search for what is down in a region, open the second one, and return', async ({
      stack,
      page,
    }) => {
      const startedAt = Date.now();
      // The clock is fixed, so that the compared data does not change during the test.
      const { product } = await stack({ monitors: 1000, clock: () => startedAt, limits: plenty });
      const everything = await readAll(product, 'sort=attention');
      const pasted = everything.find(
        ({ type, target }) => type === 'https' && /\/\w+\/\w+$/.test(String(target)),
      );
      await openHydrated(page, `${product.url}/monitors`);

      await page.keyboard.press('/');
      await expect(searchBox(page)).toBeFocused();
      await page.keyboard.insertText(`${pasted?.target}/#latency`);
      await expect(rowLinks(page)).toHaveText([String(pasted?.name)]);
      await page.keyboard.press('Escape');
      await expect(searchBox(page)).not.toBeFocused();
      await expect(searchBox(page), 'Escape only removes the focus').toHaveValue(/#latency$/);

      const down = everything.filter(({ condition }) => condition === 'down');
      const [region] = mostCommon(down.flatMap(({ regions }) => [regions].flat().map(String)));
      const wanted = (await readAll(product, `condition=down&region=${region}&sort=attention`)).map(
        ({ name }) => String(name),
      );
      expect(wanted.length, 'there are several rows').toBeGreaterThan(1);
      await page.keyboard.press('/');
      await page.keyboard.type(`down ${region}`);
      await expect(rowLinks(page)).toHaveText(wanted.slice(0, 25));
      await page.keyboard.press('Enter');
      await expect(rowLinks(page).first()).toBeFocused();
      await page.keyboard.press('j');
      await expect(rowLinks(page).nth(1)).toBeFocused();
      await expectQuery(page, `q=down ${region}`);
      const address = page.url();

      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(wanted[1] ?? '');
      await page.goBack();
      await expect(page).toHaveURL(address);
      await expect(searchBox(page)).toHaveValue(`down ${region}`);
      await expect(rowLinks(page).nth(1)).toBeFocused();
      await expect(rowLinks(page).nth(1)).toBeInViewport();
    });
  });
}

test('Enter right after typing waits for the result; the arrow keys move into the rows and back', async ({
  staticStack,
  page,
}) => {
  const [first] = expectedMonitors(staticStack).filter(hasWords('database'));
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);
  await page.keyboard.press('/');
  await page.keyboard.type('database');
  await page.keyboard.press('Enter');
  await expect(rowLinks(page).first()).toBeFocused();
  await expect(rowLinks(page).first()).toHaveText(String(first?.name));
  await expectQuery(page, 'q=database&sort=created_at');

  await page.keyboard.press('ArrowUp');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rowLinks(page).first()).toBeFocused();
});

/** The distinct values, the most frequent first. */
function mostCommon(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}
