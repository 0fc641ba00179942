import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import type { Monitor } from '../../lib/reference-api/fixture.ts';
import { intercept } from '../support/browser/intercept.ts';
import { readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { expectQuery, openHydrated, rowLinks } from '../support/browser/screen.ts';
import { readWatched, watchLayout } from '../support/browser/watch-layout.ts';
import { ask, readAll, readDetail, readList, requestRefresh } from '../support/http/read.ts';
import { plenty, type Stack, test } from '../support/products/fixtures.ts';
import { isPlainTcp } from '../support/upstream/plain-tcp.ts';

function find({ referenceApi }: Stack, wanted: (monitor: Monitor) => boolean): Monitor {
  const monitor = referenceApi.api.organization().monitors().find(wanted);
  if (monitor === undefined) throw new Error('The generated organization has no such monitor.');
  return monitor;
}

const hasAllHttpSettings = (m: Monitor) =>
  m.type === 'https' &&
  m.last_status === 'up' &&
  m.is_active &&
  m.http_method !== null &&
  m.expected_status_codes !== null &&
  m.timeout_ms === 10_000;

/** The `dd` element of the `dt` with this name. */
const fact = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd');

const rawText = async (page: Page) => (await page.locator('pre[tabindex]').textContent()) ?? '';

async function openDetail(page: Page, { product }: Stack, monitor: Monitor) {
  await openHydrated(page, `${product.url}/monitors/${monitor.monitor_uuid}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(monitor.name);
  // Fields that the list does not have are loaded later.
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
}

test('a row opens its monitor, and Back returns to the same list', async ({ staticStack, page }) => {
  const { data, meta } = await readList(staticStack.product, 'sort=attention&page=2');
  const [, , monitor] = data;
  const name = String(monitor?.name);
  await openHydrated(page, `${staticStack.product.url}/monitors?page=2`);
  await rowLinks(page).nth(2).click();
  await expect(page).toHaveURL(`${staticStack.product.url}/monitors/${monitor?.monitor_uuid}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page).toHaveTitle(`(${meta.inventory.counts?.condition.down}) ${name} · Sightline`);
  await page.goBack();
  await expect(page.getByText('26–50 of 248')).toBeVisible();
  await page.goForward();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Monitors' }).click();
  await expect(page.getByText('26–50 of 248')).toBeVisible();
});

test('data of the list is shown at once, the other fields follow, for one request', async ({
  stack,
  page,
}) => {
  const { product, referenceApi } = await stack({ monitors: 60 });
  const monitor = find({ product, referenceApi }, (m) => hasAllHttpSettings(m) && m.description !== null);
  await openHydrated(page, `${product.url}/monitors?q=${monitor.monitor_uuid}`);
  const before = referenceApi.requests();
  const held = Promise.withResolvers<void>();
  await intercept(page, `**/api/monitors/${monitor.monitor_uuid}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await rowLinks(page).click();

  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(monitor.name);
  await expect(fact(page, 'Description')).toHaveText('loading…');
  await expect(main).toHaveAttribute('aria-busy', 'true');
  await expect(fact(page, 'Since')).toContainText(/Up for \d+ (min|h|d)\+$/);
  await expect(main.getByText(monitor.target).first()).toBeVisible();
  // The conditions of the generated organization change, so the title may begin with a count.
  const title = async () => (await page.title()).replace(/^\(\d+\) /, '');
  await expect.poll(title).toBe(`${monitor.name} · Sightline`);

  held.resolve();
  await expect(fact(page, 'Description')).toHaveText(monitor.description ?? '');
  await expect(fact(page, 'Method')).toHaveText(monitor.http_method ?? '');
  await expect(main).toHaveAttribute('aria-busy', 'false');
  expect(referenceApi.requests() - before).toBe(1);
});

test('nothing moves when the missing fields arrive', async ({ stack, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const { product, referenceApi } = await stack({ monitors: 60 });
  const monitor = find({ product, referenceApi }, (m) => hasAllHttpSettings(m) && m.description !== null);
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/monitors/${monitor.monitor_uuid}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await openHydrated(page, `${product.url}/monitors/${monitor.monitor_uuid}`);
  await expect(fact(page, 'Description')).toHaveText('loading…');
  await watchLayout(page);
  held.resolve();
  await expect(fact(page, 'Description')).toHaveText(monitor.description ?? '');
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  // Loading placeholders are replaced within their line; nothing around them moves.
  expect((await readWatched(page)).shift).toBeLessThan(0.001);
});

test('the server-rendered HTML has the monitor’s name and costs no upstream request', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  const [monitor] = referenceApi.api.organization().monitors();
  const before = referenceApi.requests();
  const { text } = await ask(`${product.url}/monitors/${monitor?.monitor_uuid}`);
  expect(text).toContain(`<bdi>${monitor?.name}</bdi>`);
  expect(referenceApi.requests() - before).toBe(0);
});

test('a monitor’s own page is never older than the list', async ({ stack, page }) => {
  const { product, referenceApi } = await stack({ monitors: 60, limits: plenty }, { env: readsOnRequest });
  const { monitor_uuid: uuid } = find({ product, referenceApi }, ({ is_active }) => is_active);
  const detailSchema = z.object({
    data: z.object({ last_check_at: z.string().nullable(), timeout_ms: z.unknown() }),
    meta: z.object({ as_of: z.string(), detail_as_of: z.string().optional(), partial: z.boolean() }),
  });
  const read = async () =>
    detailSchema.parse(JSON.parse((await ask(`${product.url}/api/monitors/${uuid}`)).text));
  const first = await read();
  expect(first.meta.detail_as_of).toBeUndefined();
  // From here on only list requests succeed.
  referenceApi.api.inject({ kind: 'status', status: 503, url_contains: uuid });
  await expect(async () => {
    await requestRefresh(product);
    const { data, meta } = await readList(product, `q=${uuid}`);
    expect(meta.as_of > first.meta.as_of).toBe(true);
    expect(await read()).toMatchObject({
      data: { last_check_at: data[0]?.last_check_at, timeout_ms: first.data.timeout_ms },
      meta: { as_of: meta.as_of, detail_as_of: first.meta.as_of, partial: false },
    });
  }).toPass({ intervals: [250] });

  await openHydrated(page, `${product.url}/monitors/${uuid}`);
  await expect(fact(page, 'Data fetched')).toHaveText(/^\d+ (s|min) ago, settings \d+ (s|min) ago$/);
});

test('a failed read of the details is reported once, with the reason', async ({ stack, page }) => {
  const { product, referenceApi } = await stack({ monitors: 60 });
  const monitor = find({ product, referenceApi }, ({ type }) => type === 'https');
  referenceApi.api.inject({ kind: 'status', status: 503, url_contains: monitor.monitor_uuid });
  await openDetail(page, { product, referenceApi }, monitor);
  const notice = page.getByRole('status').filter({ hasText: 'The API returned an error (503)' });
  await expect(notice).toHaveCount(1);
  await expect(notice).toContainText('Description and HTTP settings are missing; all else is from');
  await expect(fact(page, 'Method')).toHaveText('Unknown (couldn’t be fetched)');
  await expect(page.getByText('Method, redirects and timeout are unknown')).toBeVisible();
  expect(JSON.parse(await rawText(page))).not.toHaveProperty('timeout_ms');
});

test('the response time is ranked among the monitors of the same type and region that are up', async ({
  staticStack,
  page,
}) => {
  const upMonitors = await readAll(staticStack.product, 'type=https&condition=up&sort=name');
  const peerTimes = ({ regions: [region] }: Monitor) =>
    upMonitors
      .filter(({ regions, last_status }) => [regions].flat()[0] === region && last_status === 'up')
      .flatMap(({ last_response_time_ms: time }) => (typeof time === 'number' ? [time] : []));
  // The fastest and the slowest have other texts, see peers-panel.test.ts.
  const monitor = find(staticStack, (one) => {
    const times = peerTimes(one);
    const time = Number(one.last_response_time_ms);
    return hasAllHttpSettings(one) && Math.min(...times) < time && time < Math.max(...times);
  });
  const times = peerTimes(monitor);
  const faster = times.filter((time) => time < Number(monitor.last_response_time_ms)).length;
  await openDetail(page, staticStack, monitor);
  const panel = page.locator('section', { hasText: 'Response time vs. peers' });
  await expect(panel).toContainText(`https in ${monitor.regions[0]}`);
  await expect(panel).toContainText(
    new RegExp(`${faster + 1}(st|nd|rd|th) fastest of ${times.length}; median `),
  );

  const down = find(staticStack, (m) => m.is_active && m.type === 'https' && m.last_status === 'down');
  await openDetail(page, staticStack, down);
  await expect(panel).toContainText('Not ranked (down); median');
  await panel.getByRole('link', { name: /^https in / }).click();
  await expectQuery(
    page,
    `type=https&region=${down.regions[0]}&condition=up&sort=last_response_time_ms&order=asc`,
  );
});

test('the raw JSON equals the response of the upstream API', async ({ staticStack, page }) => {
  const monitor = find(staticStack, hasAllHttpSettings);
  await openDetail(page, staticStack, monitor);
  const { referenceApi } = staticStack;
  const upstreamDetail = await readDetail(
    `${referenceApi.baseUrl}/monitors/${monitor.monitor_uuid}`,
    referenceApi.apiKey,
  );
  expect(JSON.parse(await rawText(page))).toStrictEqual(upstreamDetail);
});

test('link, target, UUID and JSON can be copied', async ({ staticStack, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const monitor = find(staticStack, isPlainTcp);
  await openDetail(page, staticStack, monitor);
  const copies = [
    ['Copy link', `${staticStack.product.url}/monitors/${monitor.monitor_uuid}`],
    ['Copy target', `${monitor.target}:${monitor.port}`],
    ['Copy UUID', monitor.monitor_uuid],
    ['Copy JSON', await rawText(page)],
  ] as const;
  for (const [name, text] of copies) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied' }).first()).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  await page.keyboard.press('c');
  await expect(page.getByText(`Copied ${monitor.target}:${monitor.port}`)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${monitor.target}:${monitor.port}`);
});

test('a blocked copy is reported', async ({ staticStack, page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await openDetail(page, staticStack, find(staticStack, hasAllHttpSettings));
  await page.getByRole('button', { name: 'Copy UUID' }).click();
  await expect(page.getByText('Copy blocked by the browser')).toBeVisible();
});

test('an https monitor: a summary, its settings, and a link to its target', async ({ staticStack, page }) => {
  const monitor = find(staticStack, hasAllHttpSettings);
  await openDetail(page, staticStack, monitor);
  const codes = (monitor.expected_status_codes ?? []).join(', ').replace(/, (\d+)$/, ' or $1');
  const sentence = page.getByText(`${monitor.http_method} ${monitor.target} every `);
  await expect(sentence).toContainText(`from ${monitor.regions[0]}, expects ${codes} within 10 s`);
  await expect(fact(page, 'Method')).toHaveText(monitor.http_method ?? '');
  await expect(fact(page, 'Timeout')).toHaveText('10 s (10,000 ms)');
  await expect(fact(page, 'Port'), 'an https monitor has no port').toHaveCount(0);
  await expect(fact(page, 'Last status'), 'the condition already shows it').toHaveCount(0);
  await expect(fact(page, 'UUID')).toHaveText(monitor.monitor_uuid);
  await expect(fact(page, 'Created').locator('time')).toHaveAttribute('datetime', monitor.created_at);

  const link = page.getByRole('link', { name: 'Open target' });
  await expect(link).toHaveAttribute('href', new URL(monitor.target).href);
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(link).toHaveAttribute('target', '_blank');
});

test('settings that are null have an explanation instead of an empty value', async ({
  staticStack,
  page,
}) => {
  const noMethod = find(staticStack, (m) => m.type === 'https' && m.http_method === null);
  await openDetail(page, staticStack, noMethod);
  await expect(fact(page, 'Method')).toHaveText('Not set (service default)');
  await expect(page.getByText(`Request ${noMethod.target} every `)).toBeVisible();

  await openDetail(
    page,
    staticStack,
    find(staticStack, (m) => m.type === 'https' && m.expected_status_codes === null),
  );
  await expect(fact(page, 'Expected status')).toHaveText('Not set (service default)');

  await openDetail(
    page,
    staticStack,
    find(staticStack, (m) => m.description === null),
  );
  await expect(fact(page, 'Description')).toHaveText('Not set');
});

test('tcp and ping monitors have no HTTP settings and no link to the target', { tag: '@nightly' }, async ({
  staticStack,
  page,
}) => {
  const tcp = find(staticStack, isPlainTcp);
  const ping = find(staticStack, ({ type }) => type === 'ping');
  for (const [monitor, sentence] of [
    [tcp, `TCP connection to ${tcp.target}:${tcp.port} every `],
    [ping, `Ping ${ping.target} every `],
  ] as const) {
    await openDetail(page, staticStack, monitor);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(fact(page, 'Method')).toHaveCount(0);
    await expect(fact(page, 'Port')).toHaveCount(monitor.type === 'tcp' ? 1 : 0);
    await expect(page.getByRole('link', { name: 'Open target' })).toHaveCount(0);
  }
});

test('monitors that were never checked or are inactive are described as such', async ({
  staticStack,
  page,
}) => {
  await openDetail(
    page,
    staticStack,
    find(staticStack, (m) => m.is_active && m.last_check_at === null),
  );
  await expect(page.getByRole('main').getByText('Never checked').first()).toBeVisible();
  await expect(fact(page, 'Response time')).toHaveText('Never checked');
  await expect(fact(page, 'Last check')).toHaveText('Never');
  await expect(fact(page, 'Next check')).toHaveText('Unknown (never checked)');

  await openDetail(
    page,
    staticStack,
    find(staticStack, (m) => !m.is_active),
  );
  await expect(page.getByRole('main').getByText('Inactive').first()).toBeVisible();
  await expect(page.getByText('Inactive: no checks are scheduled.')).toBeVisible();
});

test('a monitor in maintenance shows both possible effects', async ({ staticStack, page }) => {
  await openDetail(
    page,
    staticStack,
    find(staticStack, (m) => m.maintenance_mode),
  );
  await expect(fact(page, 'Maintenance')).toHaveText('Alerts are off; checks may be paused.');
});
