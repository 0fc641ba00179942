import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/browser/axe.ts';
import { opener, panel, row, save } from '../support/browser/saved-views.ts';
import { chip, expectQuery, openHydrated, waitForHydration } from '../support/browser/screen.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { type RunningStack, startStack } from '../support/products/stack.ts';

const yaml = `views:
  - name: Sockets
    description: What has a port
    filters: { type: tcp }
    columns: [name, condition, target]
    default: true
  - name: Wrong
    filters: { condition: down }
review:
  rules:
    plain_http: off
    checked_twice: off
`;

// One product for all tests. The last one changes its views file.
let folder: string;
let path: string;
let stack: RunningStack;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-views-'));
  path = join(folder, 'views.yaml');
  write(yaml);
  stack = await startStack({ monitors: 30 }, { env: { SIGHTLINE_VIEWS_FILE: path } });
});
test.afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

/** Replaces the views file, as a mount does. */
function write(text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** The names of the views that the product serves now. */
async function names(): Promise<string[]> {
  const { data } = JSON.parse((await ask(`${stack.product.url}/api/views`)).text);
  return data.map(({ name }: { name: string }) => name);
}

const openPanel = async (page: Page) => {
  await opener(page).click();
  await expect(panel(page)).toBeVisible();
};

test('the default view opens, and a click leads to all monitors, which stay after a reload', async ({
  page,
}) => {
  const { product } = stack;
  await openHydrated(page, `${product.url}/monitors`);
  await expectQuery(page, 'type=tcp');
  await chip(page, 'Type: tcp').click();
  await expectQuery(page, 'view=');
  await page.reload();
  await waitForHydration(opener(page));
  await expectQuery(page, 'view=');
  await openPanel(page);
  await row(page, 'Sockets').click();
  await expectQuery(page, 'type=tcp');
  await expect(page.getByRole('columnheader', { name: 'Target' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Interval' })).toHaveCount(0);
  await openPanel(page);
  await row(page, 'All monitors').click();
  await expectQuery(page, 'view=');
});

test('a view of the team cannot be edited, and saved under a name it is exported with the own views', async ({
  page,
}) => {
  const { product } = stack;
  await openHydrated(page, `${product.url}/monitors?q=api`);
  await openPanel(page);
  await expect(row(page, 'Sockets')).toHaveAttribute('title', 'Sockets: What has a port');
  await expect(panel(page).getByRole('button', { name: 'Edit Sockets' })).toHaveCount(0);
  await row(page, 'Sockets').click();
  await openPanel(page);
  await save(page, 'My sockets');
  await expect(panel(page).getByRole('button', { name: 'Edit My sockets' })).toBeVisible();
  await expectNoAxeViolations(page);
  const downloading = page.waitForEvent('download');
  await panel(page).getByRole('link', { name: 'Export my views' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('sightline-views.json');
  const chunks = await (await file.createReadStream()).toArray();
  expect(JSON.parse(Buffer.concat(chunks).toString()).views).toMatchObject([
    { name: 'My sockets', filters: { type: 'tcp' }, columns: ['name', 'condition', 'target'] },
  ]);
});

test('the review hides the rules that are switched off, and says so', async ({ page }) => {
  const { product } = stack;
  await page.goto(`${product.url}/review`);
  await expect(page.getByText(/^2 rules are switched off by the views file: /)).toBeVisible();
  const { data } = JSON.parse((await ask(`${product.url}/api/review`)).text);
  const ids = data.map(({ rule }: { rule: string }) => rule);
  expect(ids).not.toContain('plain_http');
  expect(ids.length).toBeGreaterThan(5);
});

test('a changed file applies, also on a wall, and an error in it is reported with its line', async ({
  page,
}) => {
  const { product } = stack;
  await page.goto(`${product.url}/wall?view=Sockets`);
  await expect(page.getByText('Sockets · Type: tcp')).toBeVisible();
  expect(await names()).toEqual(['Sockets', 'Wrong']);
  write('{ "views": [{ "name": "From JSON" }] }');
  await expect.poll(names).toEqual(['From JSON']);
  expect((await ask(`${product.url}/api/wall?view=Sockets`)).status).toBe(400);
  await page.reload();
  await expect(page.getByText(/names no view of the team/)).toBeVisible();

  write('views:\n  - name: Broken\n    sort: colour\n');
  await expect
    .poll(async () => JSON.parse((await ask(`${product.url}/api/views`)).text).meta.problems)
    .toEqual([{ line: 3, message: expect.stringMatching(/^views\[0\]\.sort must be one of/) }]);
  expect(await names()).toEqual(['From JSON']);
  await openHydrated(page, `${product.url}/monitors`);
  await openPanel(page);
  await expect(row(page, 'From JSON')).toBeVisible();
  await expect(
    panel(page).getByText(/The views file is wrong.* Line 3: views\[0\]\.sort must be/),
  ).toBeVisible();
});
