import { expect, type Page } from '@playwright/test';
import type { Monitor } from '../../lib/reference-api/fixture.ts';
import { intercept } from '../support/browser/intercept.ts';
import { fact, findMonitor, hasAllHttpSettings, openDetail } from '../support/browser/monitor-page.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { readWatched, watchLayout } from '../support/browser/watch-layout.ts';
import { readDetail } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { readsOnce } from '../support/products/stack.ts';

const rawText = async (page: Page) => (await page.locator('pre[tabindex]').textContent()) ?? '';

test('fields that the list omits cost one request, move nothing when they arrive, and a failed read is reported once', {
  tag: '@core',
}, async ({ stack, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const running = await stack({ monitors: 60 }, { env: readsOnce });
  const { product, referenceApi } = running;
  const described = referenceApi.api
    .organization()
    .monitors()
    .filter((m) => hasAllHttpSettings(m) && m.description !== null);
  const [first, second, third] = described;
  if (!first || !second || !third) throw new Error('The generated organization has too few such monitors.');
  /** Holds the response with the details of a monitor. @returns a function that releases it */
  const hold = async ({ monitor_uuid }: Monitor) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await intercept(page, `**/api/monitors/${monitor_uuid}`, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  };
  const main = page.getByRole('main');

  await test.step('data of the list is shown at once, the other fields follow, for one request', async () => {
    await openHydrated(page, `${product.url}/monitors?q=${first.monitor_uuid}`);
    const before = referenceApi.requests();
    const release = await hold(first);
    await rowLinks(page).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.name);
    await expect(fact(page, 'Description')).toHaveText('loading…');
    await expect(main).toHaveAttribute('aria-busy', 'true');
    await expect(fact(page, 'Since')).toContainText(
      /^Up when first seen, .*\d\d:\d\d.* (just seen|over \d+ min)$/,
    );
    await expect(main.getByText(first.target).first()).toBeVisible();
    // The conditions of the generated organization change, so the title may begin with a count.
    const title = async () => (await page.title()).replace(/^\(\d+\) /, '');
    await expect.poll(title).toBe(`${first.name} · Sightline`);

    release();
    await expect(fact(page, 'Description')).toHaveText(first.description ?? '');
    await expect(fact(page, 'Method')).toHaveText(first.http_method ?? '');
    await expect(main).toHaveAttribute('aria-busy', 'false');
    expect(referenceApi.requests() - before).toBe(1);
  });

  await test.step('nothing moves when the missing fields arrive', async () => {
    const release = await hold(second);
    await openHydrated(page, `${product.url}/monitors/${second.monitor_uuid}`);
    await expect(fact(page, 'Description')).toHaveText('loading…');
    await watchLayout(page);
    release();
    await expect(fact(page, 'Description')).toHaveText(second.description ?? '');
    await expect(main).toHaveAttribute('aria-busy', 'false');
    // Loading placeholders are replaced within their line; nothing around them moves.
    expect((await readWatched(page)).shift).toBeLessThan(0.001);
  });

  await test.step('a failed read of the details is reported once, with the reason', async () => {
    referenceApi.api.inject({ kind: 'status', status: 503, url_contains: third.monitor_uuid });
    await openDetail(page, running, third);
    const notice = page.getByRole('status').filter({ hasText: 'The API returned an error (503)' });
    await expect(notice).toHaveCount(1);
    await expect(notice).toContainText('Description and HTTP settings are missing; all else is from');
    await expect(fact(page, 'Method')).toHaveText('Unknown (couldn’t be fetched)');
    await expect(
      page.getByText('Settings that are not set or not known have curl’s defaults.'),
    ).toBeVisible();
    expect(JSON.parse(await rawText(page))).not.toHaveProperty('timeout_ms');
  });
});

test('an https monitor: a link to its target, and the JSON of the upstream API', async ({
  staticStack,
  page,
}) => {
  const monitor = findMonitor(staticStack, hasAllHttpSettings);
  await openDetail(page, staticStack, monitor);
  await expect(fact(page, 'UUID')).toHaveText(monitor.monitor_uuid);
  await expect(fact(page, 'Created').locator('time')).toHaveAttribute('datetime', monitor.created_at);

  const link = page.getByRole('link', { name: 'Open target' });
  await expect(link).toHaveAttribute('href', new URL(monitor.target).href);
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(page.locator('section', { hasText: 'Response time vs. peers' })).toContainText(
    `https in ${monitor.regions[0]}`,
  );

  const { referenceApi } = staticStack;
  const upstreamDetail = await readDetail(
    `${referenceApi.baseUrl}/monitors/${monitor.monitor_uuid}`,
    referenceApi.apiKey,
  );
  expect(JSON.parse(await rawText(page))).toStrictEqual(upstreamDetail);
});
