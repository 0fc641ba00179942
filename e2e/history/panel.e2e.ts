import { expect, type Page } from '@playwright/test';
import { changeListSchema, monitorHistorySchema } from '../../lib/contract/changes.ts';
import { allVariants, expectAccessible } from '../support/browser/expect-accessible.ts';
import { expectExplained } from '../support/browser/expect-explained.ts';
import { intercept } from '../support/browser/intercept.ts';
import { expectQuery, openHydrated } from '../support/browser/screen.ts';
import { shownTime } from '../support/browser/shown-time.ts';
import { ask, readList, requestRefresh } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import type { Product } from '../support/products/product.ts';
import {
  fillableDisk,
  newDirectory,
  setDiskState,
  startSharedDirectory,
} from '../support/products/shared-data-directory.ts';
import type { SharedProduct } from '../support/products/shared-products.ts';
import { waitUntil } from '../support/wait-until.ts';

// Each test has its own product.
test.describe.configure({ mode: 'parallel' });

const panel = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'History', level: 2 }) });
const slider = (page: Page) => panel(page).getByRole('slider', { name: 'Observed conditions' });
const changes = (page: Page) => panel(page).getByRole('list', { name: 'Changes' }).getByRole('listitem');

async function changesOf({ url }: SharedProduct, query = '') {
  return changeListSchema.parse(JSON.parse((await ask(`${url}/api/changes${query}`)).text));
}

/** Waits until a value has been read, while a viewer requests the list. */
async function waitUntilRead(product: Product, holds: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        await requestRefresh(product);
        return holds();
      },
      { intervals: [100, 250] },
    )
    .toBe(true);
}

/** Presses a key until the slider's text matches, or stops changing. */
async function pressUntil(page: Page, key: string, wanted: RegExp): Promise<void> {
  for (let said = ''; ; ) {
    const text = (await slider(page).getAttribute('aria-valuetext')) ?? '';
    if (wanted.test(text)) return;
    expect(text, `${key} leads to ${wanted}`).not.toBe(said);
    said = text;
    await page.keyboard.press(key);
  }
}

test('the panel shows what was observed: as a sentence, in a chart by keyboard, and as a table, for the range of the URL', async ({
  demo,
  page,
}) => {
  const uuid = (await readList(demo, 'flapping=true')).data[0]?.monitor_uuid;
  const sentence = /Up in [\d,]+ of [\d,]+ checks seen since /;
  const { text: html } = await ask(`${demo.url}/monitors/${uuid}`);
  expect(html, 'without scripts').toMatch(sentence);
  await openHydrated(page, `${demo.url}/monitors/${uuid}`);
  await expect(panel(page).getByText(sentence)).toBeVisible();
  await expect(panel(page).getByText(/\d outages, the longest .* (min|h)\./)).toBeVisible();
  const legend = panel(page).getByRole('list', { name: 'Legend' }).getByRole('listitem');
  await expect(legend).toContainText(['Down', 'Up', 'Mean response time', 'Maximum']);

  await slider(page).focus();
  await pressUntil(
    page,
    'ArrowLeft',
    new RegExp(`^Down, \\d+ of \\d+ checks? down, ${shownTime} to ${shownTime}`),
  );
  const said = (await slider(page).getAttribute('aria-valuetext'))?.split('. ')[0] ?? '';
  await expect(panel(page).getByText(said, { exact: true })).toBeVisible();

  await expect(changes(page).first()).toHaveText(
    new RegExp(
      `^Down (since |between )?${shownTime}((–| and )${shownTime})? (up to |about )?\\d+(–\\d+)? (s|min)$`,
    ),
  );
  await expect(panel(page).getByRole('link', { name: 'All changes of this monitor' })).toHaveAttribute(
    'href',
    `/changes?days=30&monitor=${uuid}&edits=all`,
  );
  await panel(page).getByText('Show as table').click();
  const down = panel(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: 'Down', exact: true }) });
  await expect(down.first().getByRole('cell').nth(2)).toHaveText(/^[1-9]\d*$/);
  await expectAccessible(page, allVariants);

  await panel(page).getByRole('button', { name: '7 d' }).click();
  await expectQuery(page, 'days=7');
  await expect(slider(page)).toHaveAttribute('aria-valuemax', '168');
  await page.reload();
  await expect(panel(page).getByRole('button', { name: '7 d' })).toHaveAttribute('aria-pressed', 'true');
  await expect(panel(page).getByText(sentence)).toBeVisible();
});

test('the page of a removed monitor has status 404, its last name and target, and its history; the page of an unknown one has none', {
  tag: '@core',
}, async ({ demo, page }) => {
  const [removed] = await waitUntil(
    async () => (await changesOf(demo, '?kind=removed')).data,
    ({ length }) => length > 0,
    'the past of the demo contains a removed monitor',
  );
  const { monitor_uuid: uuid, name = '', target = '' } = removed?.monitor ?? {};
  const response = await page.goto(`${demo.url}/monitors/${uuid}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Monitor not found', level: 1 })).toBeVisible();
  await expect(
    page.getByText(new RegExp(`^It was in the list at ${shownTime}; it has been deleted since\\.$`)),
  ).toBeVisible();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText(target, { exact: true })).toBeVisible();
  await expect(changes(page).first()).toHaveText(/^Removed/);

  const unknown = '00000000-0000-4000-8000-000000000000';
  const asked = page.waitForResponse((one) => one.url().includes(`/api/changes?monitor=${unknown}`));
  await page.goto(`${demo.url}/monitors/${unknown}`);
  await asked;
  await expectExplained(page, {
    code: 'monitor_not_found',
    heading: 'Monitor not found',
    advice: ['created since, deleted, or in another organization'],
  });
  await expect(page.getByText(unknown)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test('row 86: while the disk is full, the panel says that nothing is saved, and links to the reason', async ({
  page,
}) => {
  const { api, start } = await startSharedDirectory(newDirectory(), { monitors: 12 });
  const product = await start(fillableDisk);
  const uuid = api.api.organization().monitors()[0]?.monitor_uuid;
  const notSavedSince = async () => {
    const { text } = await ask(`${product.url}/api/monitors/${uuid}/history`);
    return monitorHistorySchema.parse(JSON.parse(text)).meta.not_saved_since;
  };
  await waitUntilRead(product, async () => (await changesOf(product)).meta.observed_from !== null);
  await setDiskState(product, 'full');
  await waitUntilRead(product, async () => (await notSavedSince()) !== null);
  await openHydrated(page, `${product.url}/monitors/${uuid}`);
  const notice = panel(page).getByRole('status').filter({ hasText: 'Changes are not being saved.' });
  await expect(notice).toContainText('Nothing has been saved for');
  await expect(notice.getByRole('link', { name: 'See why' })).toHaveAttribute('href', '/usage');
  await product.stop();
  await api.close();
});

test('a range that cannot be loaded is reported, and the previous picture stays; nothing moves until then', async ({
  demo,
  page,
}) => {
  const { data } = await readList(demo, 'condition=up&type=https&sort=name');
  const path = `/monitors/${data[0]?.monitor_uuid}`;
  const slots = async () => (await ask(`${demo.url}/api${path}/history`)).text.split('"state":').length - 1;
  await expect.poll(slots).toBeGreaterThan(90);
  // On every page the text moves a little when the fonts arrive.
  await page.route('**/*.woff2', (route) => route.abort());
  await openHydrated(page, `${demo.url}${path}?days=2`);
  await expect(
    panel(page).getByRole('button', { name: '24 h' }),
    'there is no range of 2 days',
  ).toHaveAttribute('aria-pressed', 'true');
  const sentence = panel(page).getByText(/^Up in .* checks seen since /);
  await expect(sentence).toBeVisible();
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value);
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
  // The sentence about the check is completed when the detail arrives, which is a shift of 0.001. A shift of the
  // chart would be a hundred times as large.
  expect(shift, 'layout shift after the first HTML').toBeLessThan(0.01);

  await intercept(page, '**/history?days=30', (route) => route.abort());
  await panel(page).getByRole('button', { name: '30 d' }).click();
  await expect(panel(page).getByRole('status')).toHaveText(
    'Can’t reach Sightline. The last 30 days couldn’t be loaded; showing what was loaded before.',
  );
  await expect(sentence).toBeVisible();
  await expect(slider(page)).toHaveAttribute('aria-valuemax', '96');
  await expect(page.getByRole('heading', { name: 'What is checked' })).toBeVisible();
  await panel(page).getByRole('button', { name: '24 h' }).click();
  await expect(panel(page).getByRole('status')).toBeEmpty();
});
