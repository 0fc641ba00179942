import { expect, type Page } from '@playwright/test';
import { openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { readAll } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Jump to a monitor' });

test('a link as a chat copies it finds its monitor; without one, the monitors of its host are offered', async ({
  staticStack: { product },
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const all = await readAll(product, 'sort=name');
  const web = all.find(({ type, target }) => type === 'https' && /\/\w+\/\w+$/.test(String(target)));
  const target = String(web?.target);
  const { host } = new URL(target);
  const ofHost = all.filter((monitor) => String(monitor.target).includes(`//${host}/`));
  await openHydrated(page, `${product.url}/monitors`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `<${target}|see here>`);
  await searchBox(page).focus();
  await page.keyboard.press('Control+v');
  await expect(rowLinks(page)).toHaveText([String(web?.name)]);
  const chips = page.getByRole('region', { name: 'Active filters' });
  await expect(chips).toContainText(`Searched only for: ${target}`);

  const line = `${'2026-11-28T10:00:00Z error '.repeat(5)}${target} failed`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), line);
  await searchBox(page).fill('');
  await page.keyboard.press('Control+v');
  await expect(searchBox(page)).toHaveValue(target);
  await expect(rowLinks(page)).toHaveText([String(web?.name)]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `<${target}|see here>`);
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').press('Control+v');
  await expect(palette(page).getByText('1 monitor.')).toBeVisible();
  await page.keyboard.press('Escape');

  await searchBox(page).fill(`(https://${host}/nothing/checks/this).`);
  const empty = page.getByRole('region', { name: 'No matches' });
  await expect(empty).toContainText('No monitor checks this address.');
  await expect(empty).toContainText('On the same host');
  const names = ofHost.map(({ name }) => String(name));
  const offered = (await empty.getByRole('button').first().textContent()) ?? '';
  expect(names.filter((name) => offered.endsWith(name))).not.toEqual([]);
});
