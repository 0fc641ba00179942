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

test('a wrong word is named while it is typed, and the rows stay; once entered, a correction is one press away', {
  tag: '@core',
}, async ({ staticStack: { product }, page }) => {
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const correction = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const hint = page.getByText('There is no condition “dwn”. Did you mean -type:ping is:down?');
  await openHydrated(page, `${product.url}/monitors`);

  await test.step('typed, also before the language of the search is loaded', async () => {
    const slow = Promise.withResolvers<void>();
    await page.route('**/_next/static/**', async (route) => {
      await slow.promise;
      await route.continue();
    });
    await searchBox(page).focus();
    await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false');
    await searchBox(page).pressSequentially('-type:ping is:dwn');
    slow.resolve();
    await expect(hint).toBeVisible();
    await expect(hint.locator('mark')).toHaveText('is:dwn');
    await expect(searchBox(page)).toHaveAttribute('aria-invalid', 'true');
    await expectQuery(page, '');
    await expect(rowLinks(page)).toHaveCount(25);
  });

  await test.step('entered: no rows and no counts of another search, and all buttons', async () => {
    await page.keyboard.press('Enter');
    await expect(heading('There is no condition “dwn”')).toBeVisible();
    await expect(hint).toHaveCount(0);
    await expect(searchBox(page)).toHaveValue('-type:ping is:dwn');
    await expect(rowLinks(page)).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Counts' })).toContainText('Total–');
    await expectNoAxeViolations(page);
    await correction('-type:ping is:down').click();
    await expectQuery(page, 'q=-type:ping is:down');
    await expect(heading('There is no condition “dwn”')).toHaveCount(0);
    await expect(searchBox(page)).toHaveValue('-type:ping is:down');
  });

  await test.step('not complete: the rows stay, dimmed; Enter moves to the correction', async () => {
    await expect(rowLinks(page).first()).toBeVisible();
    const shown = await rowLinks(page).count();
    await searchBox(page).fill('type:tpc');
    await expect(page.getByRole('group', { name: 'Counts' })).toHaveCSS('opacity', '0.6');
    await expect(rowLinks(page)).toHaveCount(shown);
    await page.keyboard.press('Enter');
    await expect(correction('type:tcp')).toBeFocused();
    await page.keyboard.press('Enter');
    await expectQuery(page, 'q=type:tcp');
  });

  for (const [search, name, corrected, query] of [
    ['q=type:tpc+api', 'No monitor has the type “tpc”', 'type:tcp api', 'q=type:tcp api'],
    ['q=status:down', 'There is no field “status”', 'is:down', 'q=is:down'],
    ['q=response>500&type=tcp', /^response> needs a duration/, 'response>500ms', 'q=response>500ms&type=tcp'],
    ['type=tpc', 'Unknown type: “tpc”', 'tcp', 'type=tcp'],
    ['condition=dwon', 'Unknown condition: “dwon”', 'down', 'condition=down'],
  ] as const) {
    await test.step(`opened from a link: ${search}`, async () => {
      await page.goto(`${product.url}/monitors?${search}`);
      await expect(page.getByRole('heading', { name })).toBeVisible();
      for (const label of ['Views', 'Group', 'Columns', 'Export', /^Refresh/])
        await expect(page.getByRole('main').getByRole('button', { name: label })).toBeVisible();
      await waitForHydration(correction(corrected));
      await correction(corrected).click();
      await expectQuery(page, query);
      await expect(page.getByRole('heading', { name })).toHaveCount(0);
    });
  }
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
