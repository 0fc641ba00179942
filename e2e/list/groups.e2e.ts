import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import * as views from '../support/browser/saved-views.ts';
import { chip, count, openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

const answerSchema = z.object({
  grouped: z.object({
    groups: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        total: z.number(),
        monitors: z.array(z.looseObject({ name: z.string() })),
      }),
    ),
    monitors: z.number(),
  }),
  pagination: z.object({ total: z.number() }),
});

async function readGroups({ url }: { url: string }, query: string) {
  const { text } = await ask(`${url}/api/monitors?sort=attention&${query}`);
  const { grouped, pagination } = answerSchema.parse(JSON.parse(text));
  return { ...grouped, total: pagination.total };
}

/** The button that opens or closes a group. */
const opener = (page: Page, label: string) =>
  page.getByRole('button', { name: `Monitors of ${label}`, exact: true });

/** Expects the groups of an answer in their order, each with its monitors. */
async function expectGroups(page: Page, { groups }: Awaited<ReturnType<typeof readGroups>>) {
  const shown = groups.flatMap(({ label: value, total, monitors }) => {
    const label = value === '' ? 'Other names' : value;
    return [
      label,
      ...monitors.map(({ name }) => name),
      ...(monitors.length > 0 && monitors.length < total ? [`Show all ${total} in ${label}`] : []),
    ];
  });
  await expect(rowLinks(page)).toHaveText(shown);
}

test('groups by keyboard: those with trouble are open, others open and close, and lead to the filtered list', async ({
  staticStack: { product },
  page,
}) => {
  await openHydrated(page, `${product.url}/monitors`);
  await page.getByRole('button', { name: 'Group', exact: true }).press('Enter');
  const menu = page.getByRole('dialog', { name: 'Group by' });
  await menu.getByRole('radio', { name: 'Nothing' }).press('ArrowDown');
  await expect(menu.getByRole('radio', { name: 'Region' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\?group=region$/);
  const regions = await readGroups(product, 'group=region');
  await expectGroups(page, regions);
  await expect(page.getByText(`1–${regions.total} of ${regions.total} groups`)).toBeVisible();
  await expect(count(page, 'Total')).toHaveText(`Total${regions.monitors}`);
  await expectNoAxeViolations(page);

  const [first] = regions.groups;
  if (first === undefined) throw new Error('No group.');
  await expect(opener(page, first.label)).toHaveAttribute('aria-expanded', 'true');
  await rowLinks(page).first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(opener(page, first.label)).toHaveAttribute('aria-expanded', 'false');
  await expect(rowLinks(page).first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(opener(page, first.label)).toHaveAttribute('aria-expanded', 'true');
  const [, second] = regions.groups;
  if (second?.monitors[0] === undefined) throw new Error('No second open group.');
  await opener(page, second.label).focus();
  await page.keyboard.press('ArrowDown');
  await expect(
    page.getByRole('link', { name: second.monitors[0].name, exact: true }),
    'from the button that opens a group the keys continue in it',
  ).toBeFocused();
  const more = page.getByRole('link', { name: `Show all ${first.total} in ${first.label}` });
  await expect(more, 'the first 25 of the group are loaded').toBeVisible();
  await expect(page.getByRole('row').filter({ has: page.getByRole('cell') })).not.toHaveCount(0);

  await rowLinks(page).first().press('Enter');
  await expect(page).toHaveURL(new RegExp(`group=region&in_group=${first.key}`));
  await expect(chip(page, `Region: ${first.label}`)).toBeVisible();
  await expect(page.getByText(new RegExp(`^1–25 of ${first.total}$`))).toBeVisible();
  await chip(page, `Region: ${first.label}`).click();
  await expectGroups(page, regions);
});

test('filters, search and pages apply inside groups', async ({ staticStack: { product }, page }) => {
  await openHydrated(page, `${product.url}/monitors?group=host&type=tcp&per_page=10`);
  const tcp = await readGroups(product, 'group=host&type=tcp&per_page=10');
  await expectGroups(page, tcp);
  await expect(page.getByText(`${tcp.monitors} monitors in ${tcp.total} groups`)).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expectGroups(page, await readGroups(product, 'group=host&type=tcp&per_page=10&page=2'));

  await searchBox(page).fill('api');
  await expect(page).toHaveURL(/q=api/);
  await expectGroups(page, await readGroups(product, 'group=host&type=tcp&per_page=10&q=api'));
  await searchBox(page).fill('nothing is called this');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
});

test('names are grouped by a suggested part, and by one that the user chooses; a view and a file keep the groups', async ({
  staticStack: { product },
  page,
}) => {
  await openHydrated(page, `${product.url}/monitors?group=name`);
  await expectGroups(page, await readGroups(product, 'group=name'));
  await page.getByRole('button', { name: 'Group', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Group by' });
  await expect(menu.getByRole('list', { name: 'Suggested parts' }).getByRole('button').first()).toBeVisible();
  await menu.getByRole('combobox', { name: 'Part of the name' }).selectOption('After');
  await menu.getByRole('textbox', { name: 'Separator' }).fill(' ');
  await menu.getByRole('button', { name: 'Group', exact: true }).click();
  await expect(page).toHaveURL(/name_part=after/);
  await page.keyboard.press('Escape');
  await expectGroups(page, await readGroups(product, 'group=name&name_separator=+&name_part=after'));

  await views.opener(page).click();
  await views.save(page, 'By the last word');
  await expect(views.opener(page)).toHaveAccessibleName('Views: By the last word');
  await openHydrated(page, `${product.url}/monitors`);
  await views.opener(page).click();
  await views.row(page, 'By the last word').click();
  await expect(page).toHaveURL(/group=name/);

  const { text } = await ask(
    `${product.url}/api/monitors/export?format=csv&column=name&group=type&sort=name`,
  );
  const [head, ...lines] = text.trim().split('\r\n');
  expect(head).toBe('group,name');
  const types = lines.map((line) => line.split(',', 1)[0]);
  expect(types.filter((type, place) => type !== types[place - 1])).toEqual([...new Set(types)]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('groups are chosen in the sheet, and fit', async ({ staticStack: { product }, page }) => {
    await openHydrated(page, `${product.url}/monitors`);
    await page.getByRole('button', { name: /^Filters/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters and views' });
    await sheet.locator('summary').filter({ hasText: 'Group by' }).click();
    await sheet.getByRole('radio', { name: 'Type' }).check();
    await sheet.getByRole('button', { name: /^Show / }).click();
    await expectGroups(page, await readGroups(product, 'group=type'));
    const excess = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await excess()).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 320, height: 740 });
    expect(await excess()).toBeLessThanOrEqual(0);
    await expectNoAxeViolations(page);
  });
});
