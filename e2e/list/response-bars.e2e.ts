import { expect, type Locator } from '@playwright/test';
import { openHydrated } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const cells = (rows: Locator) => rows.getByRole('cell', { name: /^[\d,]+ ms$/ });

test('response times differ visibly in their bars, and old ones of inactive monitors have none', async ({
  staticStack: { product },
  page,
}) => {
  const rows = page.getByRole('table', { name: 'Monitors' }).locator('tbody').getByRole('row');
  await openHydrated(
    page,
    `${product.url}/monitors?condition=up&sort=last_response_time_ms&order=asc&per_page=100`,
  );
  const bars = await cells(rows).evaluateAll((found) =>
    found.map((cell) => ({
      ms: Number.parseInt((cell.textContent ?? '').replaceAll(',', ''), 10),
      width: cell.querySelector('[aria-hidden] > *')?.getBoundingClientRect().width ?? 0,
    })),
  );
  expect(bars.length).toBeGreaterThan(50);
  for (const { ms, width } of bars) {
    // Up to 20 ms all bars are empty.
    const slower = bars.find((bar) => bar.ms >= 4 * Math.max(ms, 20));
    if (slower) expect(slower.width, `${slower.ms} ms and ${ms} ms`).toBeGreaterThanOrEqual(width + 8);
  }
  const [first, last] = [bars[0], bars.at(-1)];
  expect((last?.ms ?? 0) / (first?.ms ?? 0)).toBeGreaterThan(4);

  await openHydrated(page, `${product.url}/monitors?condition=inactive&per_page=100`);
  await expect(cells(rows).first()).toBeVisible();
  for (const cell of await cells(rows).all()) {
    await expect(cell.getByTitle('Measured when it was last checked.')).toBeVisible();
    await expect(cell.locator('[aria-hidden]')).toHaveCount(0);
  }
});
