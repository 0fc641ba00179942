import { expect, type Page } from '@playwright/test';
import { changeListSchema, monitorHistorySchema } from '../../lib/contract/changes.ts';
import type { Monitor } from '../../lib/reference-api/fixture.ts';
import { allVariants, expectAccessible } from '../support/browser/expect-accessible.ts';
import { expectExplained } from '../support/browser/expect-explained.ts';
import { intercept } from '../support/browser/intercept.ts';
import { expectQuery, openHydrated } from '../support/browser/screen.ts';
import { shownTime } from '../support/browser/shown-time.ts';
import { ask, readList, requestRefresh } from '../support/http/read.ts';
import { steppingClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';
import type { Product } from '../support/products/product.ts';
import {
  fillableDisk,
  newDirectory,
  setDiskState,
  startSharedDirectory,
} from '../support/products/shared-data-directory.ts';
import type { SharedProduct } from '../support/products/shared-products.ts';
import { plenty, type Stack } from '../support/products/stack.ts';
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

test('the panel shows what was observed before and after a restart: checks, conditions, changes, and the gap between', async ({
  page,
}) => {
  // All clocks are in the middle of a quarter of an hour, so that no slot ends between a check and its crawl.
  const aheadMinutes = (22 - (new Date().getMinutes() % 15)) % 15;
  const later = (hours: number) => Date.now() + (hours * 60 + aheadMinutes) * 60_000;
  let aheadHours = 0;
  const { api, start } = await startSharedDirectory(newDirectory(), {
    monitors: 30,
    clock: () => later(aheadHours),
  });
  const organization = api.api.organization();
  const monitor = organization.monitors().find(({ is_active, type }) => is_active && type === 'https');
  if (monitor === undefined) throw new Error('an active monitor');
  const { monitor_uuid: uuid, updated_at } = monitor;
  /** Simulates a check. @returns its time */
  const check = (last_status: 'up' | 'down', hours = 0) => {
    const last_check_at = new Date(later(hours)).toISOString();
    const time = { last_response_time_ms: last_status === 'up' ? 120 : null };
    organization.editMonitor(uuid, {
      ...time,
      last_status,
      last_check_at,
      updated_at,
      maintenance_mode: false,
    });
    aheadHours = hours;
    return last_check_at;
  };
  const untilSeen = (product: Product, checkedAt: string) =>
    waitUntilRead(
      product,
      async () => (await readList(product, `q=${uuid}`)).data[0]?.last_check_at === checkedAt,
    );

  // This check is before the start. It counts too, because the first crawl finds it.
  const firstCheck = check('up');
  const first = await start(steppingClock(aheadMinutes, 1));
  await untilSeen(first, firstCheck);
  for (const status of ['down', 'up'] as const) await untilSeen(first, check(status));
  await expect.poll(async () => (await changesOf(first)).data.map(({ kind }) => kind)).toContain('recovered');
  await first.stop();
  const second = await start(steppingClock(180 + aheadMinutes, 1));
  await untilSeen(second, check('up', 3));
  await waitUntilRead(second, async () => {
    const { text } = await ask(`${second.url}/api/monitors/${uuid}/history`);
    const { slots } = monitorHistorySchema.parse(JSON.parse(text)).data;
    return slots.reduce((sum, { checks }) => sum + checks, 0) === 4;
  });

  const { text: html } = await ask(`${second.url}/monitors/${uuid}`);
  expect(html, 'without scripts').toContain('Up in 3 of 4 checks seen since ');
  await openHydrated(page, `${second.url}/monitors/${uuid}`);
  await expect(
    panel(page).getByText(new RegExp(`^Up in 3 of 4 checks seen since ${shownTime}\\.`)),
  ).toBeVisible();
  await expect(panel(page).getByText(/1 outage, .* long\. From .*\d\d:\d\d/)).toBeVisible();
  const legend = panel(page).getByRole('list', { name: 'Legend' }).getByRole('listitem');
  await expect(legend).toContainText(['Down', 'Up', 'Not observed', 'Mean response time', 'Maximum']);

  await slider(page).focus();
  await pressUntil(page, 'ArrowLeft', /^Up, 1 check, .*Mean 120 ms, maximum 120 ms$/);
  await pressUntil(page, 'ArrowLeft', /^Not observed, /);
  const downThen = new RegExp(`^Down, 1 of \\d checks? down, ${shownTime} to ${shownTime}`);
  await pressUntil(page, 'ArrowLeft', downThen);
  const said = (await slider(page).getAttribute('aria-valuetext'))?.split('. ')[0] ?? '';
  await expect(panel(page).getByText(said, { exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^Not observed, /);

  await expect(changes(page)).toHaveText([
    new RegExp(`^Down ${shownTime}–${shownTime} (up to )?\\d+(–\\d+)? (s|min)$`),
  ]);
  await expect(panel(page).getByRole('link', { name: 'All changes of this monitor' })).toHaveAttribute(
    'href',
    `/changes?days=30&monitor=${uuid}&edits=all`,
  );
  await panel(page).getByText('Show as table').click();
  const row = (condition: string) =>
    panel(page)
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: condition, exact: true }) });
  await expect(row('Down').getByRole('cell').nth(2)).toHaveText('1');
  // Before the first crawl, and between the two processes.
  await expect(row('Not observed')).toHaveCount(2);
  await expectAccessible(page, allVariants);

  await panel(page).getByRole('button', { name: '7 d' }).click();
  await expectQuery(page, 'days=7');
  await expect(slider(page)).toHaveAttribute('aria-valuemax', '168');
  await page.reload();
  await expect(panel(page).getByRole('button', { name: '7 d' })).toHaveAttribute('aria-pressed', 'true');
  await expect(panel(page).getByText(/^Up in 3 of 4 checks seen since /)).toBeVisible();
  await second.stop();
  await api.close();
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

const anyActive = ({ referenceApi }: Stack): Monitor | undefined =>
  referenceApi.api
    .organization()
    .monitors()
    .find(({ is_active }) => is_active);

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

test('with the history switched off there is no panel', { tag: '@nightly' }, async ({ stack, page }) => {
  const running = await stack({ monitors: 30, limits: plenty }, { env: { SIGHTLINE_HISTORY_DAYS: '0' } });
  await openHydrated(page, `${running.product.url}/monitors/${anyActive(running)?.monitor_uuid}`);
  await expect(page.getByRole('heading', { name: 'What is checked' })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
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
