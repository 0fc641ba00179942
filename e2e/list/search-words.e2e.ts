import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { expectList } from '../support/browser/expect-list.ts';
import {
  chip,
  chips,
  expectQuery,
  openHydrated,
  rowLinks,
  searchBox,
  waitForHydration,
} from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { expectedMonitors } from '../support/upstream/expected-list.ts';

const completions = (page: Page) => page.getByRole('listbox', { name: 'Completions' });
const option = (page: Page, name: string | RegExp) => completions(page).getByRole('option', { name });

test('a field and its value are completed by keyboard, and the chip of the search makes them a filter', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const all = expectedMonitors(staticStack);
  const byRegion = Map.groupBy(all, ({ regions }) => regions[0] ?? '');
  const [[region, inRegion] = ['', []]] = [...byRegion].sort(([, a], [, b]) => b.length - a.length);
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);

  await test.step('the fields, then the values with their counts', async () => {
    await searchBox(page).pressSequentially('reg');
    await expect(option(page, /^region:/)).toBeVisible();
    await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(option(page, /^region:/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(searchBox(page)).toHaveValue('region:');
    await expect(completions(page).getByRole('option').first()).toHaveText(
      `region:${region}${inRegion.length}`,
    );
    await expect(rowLinks(page), 'an unfinished word does not empty the list').toHaveCount(25);
    await searchBox(page).pressSequentially(region.slice(0, 2));
    await page.keyboard.press('Tab');
    await expect(searchBox(page)).toHaveValue(`region:${region} `);
    await expect(searchBox(page)).toBeFocused();
    await expectList(page, inRegion);
  });

  await test.step('Enter searches, and moves to the rows', async () => {
    await page.keyboard.press('Enter');
    await expectQuery(page, `q=region:${region} &sort=created_at`);
    await expect(rowLinks(page).first()).toBeFocused();
  });

  await test.step('the chip of the search makes its words filters', async () => {
    await searchBox(page).fill(`region:${region} -type:https`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Turn into filters: region:${region} -type:https` }).click();
    await expect(chip(page, `Region: ${region}`)).toBeVisible();
    await expectQuery(page, `type=-https&region=${region}&sort=created_at`);
    await expect(searchBox(page)).toHaveValue('');
    await expectList(
      page,
      inRegion.filter(({ type }) => type !== 'https'),
    );
  });
});

test('plain typing works as before, and Escape first closes the completions', async ({
  staticStack: { product },
  page,
}) => {
  await openHydrated(page, `${product.url}/monitors`);
  await searchBox(page).pressSequentially('re');
  await expect(completions(page)).toBeVisible();
  // The rows of the search before are dimmed until the new ones are there.
  await expectQuery(page, 'q=re');
  await expect(page.getByRole('region', { name: 'Monitors on this page' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(completions(page)).toHaveCount(0);
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expectQuery(page, 'q=re');
  await expect(chips(page)).toHaveCount(1);
  await searchBox(page).fill('response>1ms -name:zzz');
  await page.keyboard.press('Enter');
  await expectQuery(page, 'q=response>1ms -name:zzz');
  await expect(searchBox(page)).toHaveValue('response>1ms -name:zzz');
});

test('a wrong word is named with its place, and the rows stay, also before the language of the search is loaded', async ({
  staticStack: { product },
  page,
}) => {
  await openHydrated(page, `${product.url}/monitors`);
  const slow = Promise.withResolvers<void>();
  await page.route('**/_next/static/**', async (route) => {
    await slow.promise;
    await route.continue();
  });
  await searchBox(page).focus();
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false');
  await searchBox(page).pressSequentially('-region:zzz is:dwn');
  await page.keyboard.press('Enter');
  slow.resolve();
  const explanation = page.getByText('No condition dwn. Did you mean down?');
  await expect(explanation).toBeVisible();
  await expect(explanation.locator('mark')).toHaveText('is:dwn');
  await expect(searchBox(page)).toHaveAttribute('aria-invalid', 'true');
  await expectNoAxeViolations(page);
  await expect(rowLinks(page)).toHaveCount(25);

  await searchBox(page).fill('is:down OR is:overdue');
  await expect(explanation).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expectQuery(page, 'q=is:down OR is:overdue');

  await page.goto(`${product.url}/monitors?q=db+is:dwn`);
  await expect(page.getByRole('heading', { name: 'Invalid search' })).toBeVisible();
  await expect(page.getByText(/^Search has a mistake at characters 4 to 9: is: needs one of/)).toBeVisible();
  await page.getByRole('link', { name: 'Remove search' }).click();
  await expect(rowLinks(page)).toHaveCount(25);
});

test('the palette and the page of the changes understand the same words', async ({
  staticStack,
  demo,
  page,
}) => {
  const found = expectedMonitors(staticStack).filter(
    ({ type, condition }) => type === 'tcp' && condition === 'up',
  );
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Jump to a monitor' });
  await palette.getByRole('combobox').fill('is:up type:tcp');
  await expect(palette.getByText(`${found.length} monitors.`)).toBeVisible();
  await palette.getByRole('combobox').fill('is:upp');
  await expect(palette.getByText(/^is: needs one of/)).toBeVisible();

  await page.goto(`${demo.url}/changes`);
  const search = page.getByRole('combobox', { name: 'Search changes' });
  await waitForHydration(search);
  await search.focus();
  await search.pressSequentially('ty');
  await expect(option(page, /^type:/)).toBeVisible();
  await search.fill('response>1s');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/response cannot be used in a search of changes/)).toBeVisible();
  await page.goto(`${demo.url}/changes?q=response>1s`);
  await expect(page.getByText(/not supported and are ignored: q “response>1s”/)).toBeVisible();
});
