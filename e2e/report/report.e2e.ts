import { spawnSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { monthAfter, monthOf } from '../../lib/contract/report.ts';
import { allVariants, expectAccessible } from '../support/browser/expect-accessible.ts';
import { pressQuickly } from '../support/browser/press-quickly.ts';
import { openHydrated, waitForHydration } from '../support/browser/screen.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { isMissing, pdftotextProgram, programPath } from '../support/runner/system-program.ts';

/** The present month of UTC. Read once, so that no test crosses into the next one. */
const month = monthOf(Date.now());
/** The newest month with data, which the demo has for a month. */
const newest = monthOf(Date.now() - 3 * 86_400_000);
const labelOf = (shown: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${shown}-01`),
  );
const heading = (page: Page, shown: string) =>
  page.getByRole('heading', { level: 1, name: `Report: ${labelOf(shown)}` });
const rows = (page: Page) =>
  page
    .getByRole('table', { name: /^Monitors / })
    .locator('tbody')
    .getByRole('row');

/** Unfolds the monitors without an outage. */
const showAll = (page: Page) => page.getByText(/^No outage was seen of \d+/).click();

async function openReport(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForHydration(page.getByRole('button', { name: 'Export' }));
}

for (const { tag, ...size } of [
  { width: 1280, height: 800, tag: '@core' },
  { width: 360, height: 740, tag: [] },
]) {
  test(`by keyboard at ${size.width} pixels: the last month, the present one, and a monitor`, {
    tag,
  }, async ({ demo, page }) => {
    await page.setViewportSize(size);
    await openHydrated(page, `${demo.url}/monitors`);
    await pressQuickly(page, 'gp');
    await expect(heading(page, newest)).toBeVisible();
    await page.goto(`${demo.url}/report?month=${monthAfter(month, -1)}`);
    const months = page.getByRole('navigation', { name: 'Months' });
    // Nothing was observed in the month before it.
    await expect(months.getByRole('link')).toHaveText([labelOf(month)]);
    await waitForHydration(page.getByRole('button', { name: 'Export' }));
    await page.keyboard.press(']');
    await expect(heading(page, month)).toBeVisible();
    await expect(page.getByText(/so far, until /)).toBeVisible();
    await expect(months.getByRole('link', { name: labelOf(monthAfter(month, 1)) })).toHaveCount(0);
    const link = rows(page).first().getByRole('link');
    const name = (await link.textContent()) ?? '';
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
}

test('the filters of the list choose the monitors, on the page and in the file', async ({ demo, page }) => {
  await openReport(page, `${demo.url}/report?month=${month}&type=tcp&sort=attention&page=2`);
  await expect(page.getByText(/^\d+ monitors with Type: tcp$/)).toBeVisible();
  await showAll(page);
  const shown = await rows(page).count();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('radio', { name: /^A program/ }).check();
  const item = page.getByRole('link', { name: 'Download JSON' });
  const file = await ask(new URL((await item.getAttribute('href')) ?? '', demo.url).href);
  expect(JSON.parse(file.text)).toHaveLength(shown);
  await page.getByRole('radio', { name: /^Outages/ }).check();
  const outages = await ask(new URL((await item.getAttribute('href')) ?? '', demo.url).href);
  await expect(page.getByRole('table', { name: /^Outages/ }).locator('tbody tr')).toHaveCount(
    JSON.parse(outages.text).length,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: labelOf(monthAfter(month, -1)) }).click();
  await expect(page).toHaveURL(new RegExp(`/report\\?type=tcp&month=${monthAfter(month, -1)}$`));
});

test('a filtered list leads to its report and its wall, and a month without data leads to the first with some', async ({
  demo,
  page,
}) => {
  const open = async (name: string) => {
    await openHydrated(page, `${demo.url}/monitors?type=tcp`);
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  };
  await open('Wall');
  await expect(page).toHaveURL(/\/wall\?type=tcp$/);
  await open('Report');
  await expect(page.getByText(/^\d+ monitors with Type: tcp$/)).toBeVisible();
  await page.goto(`${demo.url}/report?type=tcp&month=${monthAfter(month, -2)}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Show / })
    .click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL(/\/report\?type=tcp&month=/);
});

test('headings sort the monitors, and a title of their own stays with the report', async ({ demo, page }) => {
  await openReport(page, `${demo.url}/report?month=${month}&type=tcp`);
  const title = page.getByRole('textbox', { name: 'Title of your own' });
  await title.fill('For the board');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[&]title=For\+the\+board$/);
  const heading = page.getByRole('columnheader', { name: 'Monitor', exact: true }).first();
  await heading.getByRole('link').click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/&title=For\+the\+board&sort=name$/);
  const names = await rows(page).getByRole('link').allTextContents();
  expect(names).toEqual(
    names.toSorted(new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare),
  );
  await heading.getByRole('link').click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).getByRole('link').first()).toHaveText(names.at(-1) ?? '');
  const outages = page.getByRole('table', { name: 'Outages that were seen' });
  const began = outages.getByRole('columnheader', { name: 'Outage', exact: true });
  await began.getByRole('link').click();
  await expect(began).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/&sort=name&order=desc&outage_sort=began$/);
  await expect(title).toHaveValue('For the board');
  // Without the number of down monitors: it becomes the name of the file.
  await expect(page).toHaveTitle('For the board · Sightline');
});

test('the report is accessible on every screen', async ({ demo, page }) => {
  // A few rows, because each of them takes time.
  await openReport(page, `${demo.url}/report?month=${month}&type=tcp`);
  await expectAccessible(page, allVariants);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectAccessible(page);
});

test('on paper the report is black on white, without the navigation', async ({ demo, page }) => {
  await openReport(page, `${demo.url}/report?month=${month}`);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(heading(page, month)).toBeVisible();
  for (const hidden of ['banner', 'navigation', 'button'] as const) {
    await expect(page.getByRole(hidden)).toHaveCount(0);
  }
  for (const text of [heading(page, month), rows(page).first().getByRole('link')]) {
    await expect(text).toHaveCSS('color', 'rgb(0, 0, 0)');
  }
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('on paper the heading is on each page, no row is cut, and what is folded is one line', async ({
  demo,
  page,
}, testInfo) => {
  testInfo.skip(isMissing(pdftotextProgram), 'needs pdftotext');
  await openReport(page, `${demo.url}/report?month=${month}`);
  const squeezed = (text: string) => text.replace(/\s+/g, '');
  const path = testInfo.outputPath('report.pdf');
  const print = async () => {
    await page.pdf({ path, preferCSSPageSize: true });
    const program = programPath(pdftotextProgram);
    const { stdout } = spawnSync(program, ['-raw', path, '-'], { encoding: 'utf8' });
    return stdout.split('\f').map(squeezed);
  };
  const folded = await print();
  await showAll(page);
  const all = await rows(page).allTextContents();
  // Only letters of the page's own font are on the paper of every machine.
  const texts = all.filter((text) => /^(\p{Script=Latin}|[^\p{L}\p{M}\p{S}]|[<>+])*$/u.test(text));
  const pages = await print();
  expect(texts.length).toBeGreaterThan(200);
  expect(pages.length).toBeGreaterThan(5);
  expect(pages[0]).toContain(squeezed(`Report: ${labelOf(month)}All ${all.length} monitors`));
  expect(pages[0]).toMatch(/MonthandtimesinUTC,sofar,until.*Made.*Whathappened.*Neverseenup.*Annex/);
  // The last form feed ends the last page.
  for (const [place, text] of pages.slice(0, -1).entries()) {
    expect(text).toContain(`${place + 1}/${pages.length - 1}`);
  }
  const cut = texts.map(squeezed).filter((text) => !pages.some((one) => one.includes(text)));
  expect(cut).toEqual([]);
  expect(folded.join('')).toMatch(/Nooutagewasseenof\d+othermonitors/);
  expect(folded.length).toBeLessThan(pages.length);
  const withRows = pages.filter((one) => texts.some((text) => one.includes(squeezed(text))));
  const headings = squeezed((await page.getByRole('table').first().locator('thead').textContent()) ?? '');
  for (const one of withRows) expect(one).toContain(headings);
});
