import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { expectNoSidewaysScroll } from '../support/browser/expect-accessible.ts';
import * as views from '../support/browser/saved-views.ts';
import { chip, count, expectQuery, openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { ask, readJson } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import type { SharedStack } from '../support/products/shared-products.ts';
import { expectedMonitors } from '../support/upstream/expected-list.ts';

const groupSchema = z.object({
  label: z.string(),
  total: z.number(),
  monitors: z.array(z.object({ name: z.string() })),
});
const answerSchema = z.object({
  grouped: z.object({ groups: z.array(groupSchema) }),
  pagination: z.object({ total: z.number() }),
});

/** Reads the groups of a query from the product. Each has the monitors that the list shows at first. */
async function readGroups({ product }: SharedStack, query: string) {
  const { grouped, pagination } = answerSchema.parse(await readJson(`${product.url}/api/monitors?${query}`));
  expect(grouped.groups.length).toBeGreaterThan(1);
  const rest = `No shared ${new URLSearchParams(query).get('name_part')} part`;
  const groups = grouped.groups.map((group) => ({ ...group, label: group.label || rest }));
  return { groups, total: pagination.total };
}

/** The button that opens or closes a group. */
const opener = (page: Page, label: string) =>
  page.getByRole('button', { name: `Monitors of ${label}`, exact: true });

/** Expects these groups in their order, each with its monitors. */
async function expectGroups(page: Page, { groups }: Awaited<ReturnType<typeof readGroups>>) {
  const links = groups.flatMap(({ label, total, monitors }) => [
    label,
    ...monitors.map(({ name }) => name),
    ...(monitors.length > 0 && monitors.length < total ? [`Show all ${total} in ${label}`] : []),
  ]);
  await expect(rowLinks(page)).toHaveText(links);
}

test('groups by keyboard: those with trouble are open, others open and close, and lead to the filtered list', {
  tag: '@core',
}, async ({ staticStack, page }) => {
  const regions = await readGroups(staticStack, 'group=region&sort=created_at');
  await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);
  await page.getByRole('button', { name: 'Group', exact: true }).press('Enter');
  const menu = page.getByRole('dialog', { name: 'Group by' });
  await menu.getByRole('radio', { name: 'Nothing' }).press('ArrowDown');
  await expect(menu.getByRole('radio', { name: 'Region' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expectQuery(page, 'group=region&sort=created_at');
  await expectGroups(page, regions);
  await expect(page.getByRole('button', { name: 'Group: region' })).toBeVisible();
  await expect(page.getByText(`1–${regions.total} of ${regions.total} groups`)).toBeVisible();
  await expect(count(page, 'Total')).toHaveText('Total248');

  const [first, second] = regions.groups.filter(({ monitors }) => monitors.length > 0);
  if (first === undefined || second === undefined) throw new Error('There are no two open groups.');
  const link = page.getByRole('link', { name: first.label, exact: true });
  await expect(opener(page, first.label)).toHaveAttribute('aria-expanded', 'true');
  await link.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(opener(page, first.label)).toHaveAttribute('aria-expanded', 'false');
  await expect(link).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(opener(page, first.label)).toHaveAttribute('aria-expanded', 'true');
  await opener(page, second.label).focus();
  await page.keyboard.press('ArrowDown');
  await expect(
    page.getByRole('link', { name: second.monitors[0]?.name ?? '', exact: true }),
    'from the button that opens a group the keys continue in it',
  ).toBeFocused();

  await link.press('Enter');
  await expectQuery(page, `group=region&in_group=${first.label}&sort=created_at`);
  await expect(chip(page, `Region: ${first.label}`)).toBeVisible();
  await expect(page.getByText(`1–25 of ${first.total}`, { exact: true })).toBeVisible();
  await chip(page, `Region: ${first.label}`).click();
  await expectGroups(page, regions);
});

test('filters, search and pages apply inside groups', async ({ staticStack, page }) => {
  const tcp = expectedMonitors(staticStack).filter(({ type }) => type === 'tcp');
  const query = 'group=name&name_separator=,&name_part=first&type=tcp&sort=created_at&per_page=10';
  const services = await readGroups(staticStack, query);
  await openHydrated(page, `${staticStack.product.url}/monitors?${query}`);
  await expectGroups(page, services);
  await expect(page.getByText(`${tcp.length} monitors in ${services.total} groups`)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expectGroups(page, await readGroups(staticStack, `${query}&page=2`));

  await searchBox(page).fill('db');
  await expectQuery(page, `${query}&q=db`);
  await expectGroups(page, await readGroups(staticStack, `${query}&q=db`));
  await searchBox(page).fill('nothing is called this');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
});

test('any part of the names can be chosen, after a preview; a view and a file keep the groups', async ({
  staticStack,
  page,
}) => {
  const { product } = staticStack;
  const all = expectedMonitors(staticStack);
  const expected = await readGroups(
    staticStack,
    'group=name&name_separator=%20&name_part=second&sort=created_at',
  );
  await openHydrated(page, `${product.url}/monitors?sort=created_at`);
  await page.getByRole('button', { name: 'Group', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Group by' });
  await expect(menu.getByRole('radio', { name: 'Type' })).toHaveAccessibleDescription(/^\d+ groups .* \d/);
  await expect(menu.getByRole('textbox', { name: 'Separator' }), 'the usual one').toHaveValue(',');
  await menu.getByRole('textbox', { name: 'Separator' }).fill('');
  await expect(menu.getByRole('radio', { name: 'Second part' })).toHaveCount(0);
  await menu.getByRole('textbox', { name: 'Separator' }).fill(' ');
  const second = menu.getByRole('radio', { name: 'Second part' });
  // Without that of the names that share no second part.
  await expect(second).toHaveAccessibleDescription(new RegExp(`^${expected.total - 1} groups `));
  await expectQuery(page, 'sort=created_at');
  await expectNoAxeViolations(page);
  await menu.getByRole('textbox', { name: 'Separator' }).press('Enter');
  await expect(page).toHaveURL(/name_part=first/);
  await second.check();
  await expect(page).toHaveURL(/name_part=second/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Group: name, part 2' })).toBeVisible();
  await expectGroups(page, expected);

  await views.opener(page).click();
  await views.save(page, 'By the second word');
  await expect(views.opener(page)).toHaveAccessibleName('Views: By the second word');
  await openHydrated(page, `${product.url}/monitors`);
  await views.opener(page).click();
  await views.row(page, 'By the second word').click();
  await expect(page).toHaveURL(/group=name/);

  const file = await ask(`${product.url}/api/monitors/export?format=json&group=type&sort=created_at`);
  const types = [...Map.groupBy(all, ({ type }) => type)];
  expect(JSON.parse(file.text)).toMatchObject(
    types.flatMap(([group, members]) => members.map(({ name }) => ({ group, name }))),
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('groups are chosen in the sheet, and fit', async ({ staticStack, page }) => {
    await openHydrated(page, `${staticStack.product.url}/monitors?sort=created_at`);
    await page.getByRole('button', { name: /^Filters/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters and views' });
    await sheet.locator('summary').filter({ hasText: 'Group by' }).click();
    await sheet.getByRole('radio', { name: 'Type' }).check();
    await sheet.getByRole('button', { name: /^Show / }).click();
    await expectGroups(page, await readGroups(staticStack, 'group=type&sort=created_at'));
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 320, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
  });
});
