import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import type { Monitor } from '../../lib/reference-api/fixture.ts';
import { intercept } from '../support/browser/intercept.ts';
import { fact, findMonitor, hasAllHttpSettings, openDetail } from '../support/browser/monitor-page.ts';
import { readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { expectQuery, openHydrated, rowLinks } from '../support/browser/screen.ts';
import { readWatched, watchLayout } from '../support/browser/watch-layout.ts';
import { ask, readAll, readDetail, readList, requestRefresh } from '../support/http/read.ts';
import { plenty, readsOnce, test } from '../support/products/fixtures.ts';
import { isPlainTcp } from '../support/upstream/plain-tcp.ts';

const rawText = async (page: Page) => (await page.locator('pre[tabindex]').textContent()) ?? '';

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

test('fields that the list omits cost one request, move nothing when they arrive, and a failed read is reported once', async ({
  stack,
  page,
}) => {
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
    await expect(page.getByText('Method, redirects and timeout are unknown')).toBeVisible();
    expect(JSON.parse(await rawText(page))).not.toHaveProperty('timeout_ms');
  });
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
  const { monitor_uuid: uuid } = findMonitor({ product, referenceApi }, ({ is_active }) => is_active);
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
  const monitor = findMonitor(staticStack, (one) => {
    const times = peerTimes(one);
    const time = Number(one.last_response_time_ms);
    const faster = times.filter((other) => other < time).length;
    return hasAllHttpSettings(one) && faster > 0 && faster + 1 < times.length / 2;
  });
  const times = peerTimes(monitor);
  const faster = times.filter((time) => time < Number(monitor.last_response_time_ms)).length;
  await openDetail(page, staticStack, monitor);
  const panel = page.locator('section', { hasText: 'Response time vs. peers' });
  await expect(panel).toContainText(`https in ${monitor.regions[0]}`);
  await expect(panel).toContainText(
    new RegExp(`${faster + 1}(st|nd|rd|th) fastest of ${times.length}(, .*)?; median `),
  );

  const down = findMonitor(staticStack, (m) => m.is_active && m.type === 'https' && m.last_status === 'down');
  await openDetail(page, staticStack, down);
  await expect(panel).toContainText('Not ranked (down); median');
  await panel.getByRole('link', { name: /^https in / }).click();
  await expectQuery(
    page,
    `type=https&region=${down.regions[0]}&condition=up&sort=last_response_time_ms&order=asc`,
  );
});

test('an https monitor: a summary, its settings, a link to its target, and the JSON of the upstream API', async ({
  staticStack,
  page,
}) => {
  const monitor = findMonitor(staticStack, hasAllHttpSettings);
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

  const { referenceApi } = staticStack;
  const upstreamDetail = await readDetail(
    `${referenceApi.baseUrl}/monitors/${monitor.monitor_uuid}`,
    referenceApi.apiKey,
  );
  expect(JSON.parse(await rawText(page))).toStrictEqual(upstreamDetail);
});

test('settings that are null have an explanation instead of an empty value', async ({
  staticStack,
  page,
}) => {
  const noMethod = findMonitor(staticStack, (m) => m.type === 'https' && m.http_method === null);
  await openDetail(page, staticStack, noMethod);
  await expect(fact(page, 'Method')).toHaveText('Not set (service default)');
  await expect(page.getByText(`Request ${noMethod.target} every `)).toBeVisible();

  await openDetail(
    page,
    staticStack,
    findMonitor(staticStack, (m) => m.type === 'https' && m.expected_status_codes === null),
  );
  await expect(fact(page, 'Expected status')).toHaveText('Not set (service default)');

  await openDetail(
    page,
    staticStack,
    findMonitor(staticStack, (m) => m.description === null),
  );
  await expect(fact(page, 'Description')).toHaveText('Not set');
});

test('tcp and ping monitors have no HTTP settings and no link to the target', { tag: '@nightly' }, async ({
  staticStack,
  page,
}) => {
  const tcp = findMonitor(staticStack, isPlainTcp);
  const ping = findMonitor(staticStack, ({ type }) => type === 'ping');
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

test('monitors that were never checked, are inactive or in maintenance are described as such', async ({
  staticStack,
  page,
}) => {
  await openDetail(
    page,
    staticStack,
    findMonitor(staticStack, (m) => m.is_active && m.last_check_at === null),
  );
  await expect(page.getByRole('main').getByText('Never checked').first()).toBeVisible();
  await expect(fact(page, 'Response time')).toHaveText('Never checked');
  await expect(fact(page, 'Last check')).toHaveText('Never');
  await expect(fact(page, 'Next check')).toHaveText('Unknown (never checked)');

  await openDetail(
    page,
    staticStack,
    findMonitor(staticStack, (m) => !m.is_active),
  );
  await expect(page.getByRole('main').getByText('Inactive').first()).toBeVisible();
  await expect(page.getByText('Inactive: no checks are scheduled.')).toBeVisible();

  await openDetail(
    page,
    staticStack,
    findMonitor(staticStack, (m) => m.maintenance_mode),
  );
  await expect(fact(page, 'Maintenance')).toHaveText('Alerts are off; checks may be paused.');
});
