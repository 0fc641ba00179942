import { expect, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { readList } from '../support/read.ts';
import { openLive } from '../support/screen.ts';

/** Five and a half hours ahead of UTC, and on the next day for a part of it. */
test.use({ timezoneId: 'Asia/Kolkata' });
declare global {
  interface Window {
    /** How often React has rendered something. */
    commits: number;
  }
}

const AHEAD_MS = 5.5 * 3_600_000;

const utcText = (iso: string) => new Date(iso).toISOString().slice(0, 19).replace('T', ' ');
const localText = (iso: string) => utcText(new Date(Date.parse(iso) + AHEAD_MS).toISOString());

async function chooseTimes(page: Page, label: RegExp) {
  await page.getByRole('button', { name: 'Preferences' }).click();
  await page.getByRole('menuitemradio', { name: label }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}

test('an age has its exact moment, local and in UTC, on hover, and is read out with it', async ({
  still,
  page,
}) => {
  const { data } = await readList(still.product, 'sort=last_check_at&per_page=10');
  await openLive(page, `${still.product.url}/monitors?sort=last_check_at&per_page=10`);
  const times = page.getByRole('table').locator('time');
  for (const [index, { last_check_at }] of data.entries()) {
    const iso = String(last_check_at);
    const time = times.nth(index);
    await expect(time).toHaveAttribute('title', `${localText(iso)} local, ${utcText(iso)} UTC`);
    await expect(time).toHaveText(/^\d+ (s|min|h), /);
    await expect(time).toContainText(`, ${localText(iso)} GMT+5:30`);
  }
});

test('times stand in UTC for who wants that, on every page and from then on', async ({ still, page }) => {
  // One that was checked: of others the page says first how long they have been waiting since they were created.
  const { data } = await readList(still.product, 'condition=up&sort=created_at&per_page=1');
  const iso = String(data[0]?.created_at);
  await openLive(page, `${still.product.url}/monitors/${data[0]?.monitor_uuid}`);
  const created = page.locator(`time[datetime="${iso}"]`).first();
  await expect(created).toContainText(`${localText(iso)} GMT+5:30`);

  await chooseTimes(page, /^UTC$/);
  await expect(created).toContainText(`${utcText(iso)} UTC`);
  await page.reload();
  await expect(created).toHaveAttribute('title', / local, /);
  await expect(created).toContainText(`${utcText(iso)} UTC`);

  await openLive(page, `${still.product.url}/monitors?sort=created_at&per_page=10`);
  await expect(page.getByRole('table').locator('time').first()).toHaveText(/ UTC$/);

  await chooseTimes(page, /^Local Asia\/(Kolkata|Calcutta)$/);
  await expect(page.getByRole('table').locator('time').first()).toHaveText(/ GMT\+5:30$/);
});

test('all ages tick on, and are true after the computer has slept', async ({ still, page }) => {
  await page.clock.install();
  await openLive(page, `${still.product.url}/monitors?sort=last_check_at&per_page=10`);
  const age = page.getByRole('table').locator('time').first();
  await expect(age).toHaveText(/^\d+ (s|min), /);
  // While a computer sleeps only the date goes on.
  await page.evaluate(() => {
    const asleep = performance.now();
    performance.now = () => asleep;
  });
  // The server's clock has gone on, too, which is not the case here: its answers are kept away.
  await page.route('**/api/**', () => undefined);
  await page.clock.fastForward(3_600_000);
  await expect(age).toHaveText(/^1 h, /);
});

test('a clock that is set forward while the page is open misleads it until the next answer only', async ({
  still,
  page,
}) => {
  await page.clock.install();
  await openLive(page, `${still.product.url}/monitors?sort=last_check_at&per_page=10`);
  const age = page.getByRole('table').locator('time').first();
  await page.evaluate(() => {
    const before = Date.now;
    Date.now = () => before() + 3_600_000;
  });
  await page.clock.runFor(1000);
  await expect(age).toHaveText(/^1 h, /);
  // The counters are asked for every 15 seconds.
  await page.clock.fastForward(20_000);
  await expect(age).toHaveText(/^\d+ (s|min), /);
});

test('how long monitors are down or overdue is counted to the last reading, never beyond', async ({
  still,
  page,
}) => {
  await page.clock.install();
  await openLive(page, `${still.product.url}/monitors?condition=down&condition=overdue&per_page=10`);
  const since = page.getByRole('row').locator('td:nth-child(3)');
  const before = await since.allTextContents();
  expect(before.length).toBeGreaterThan(0);
  // No reading comes any more.
  await page.route('**/api/**', () => undefined);
  await page.clock.fastForward(2 * 3_600_000);
  await expect(page.getByRole('button', { name: /^Refresh, as of 2 h ago$/ })).toBeVisible();
  expect(await since.allTextContents()).toEqual(before);
});

test('a second in which no text changes renders nothing', async ({ still, page }) => {
  await page.addInitScript(() => {
    window.commits = 0;
    Object.assign(window, {
      // What React tells its developer tools: each time that something has been rendered.
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: () => {
          window.commits += 1;
        },
        onCommitFiberUnmount: () => {},
      },
    });
  });
  await page.clock.install();
  await openLive(page, `${still.product.url}/monitors?sort=last_check_at&per_page=10`);
  // No answer comes any more that could change anything.
  await page.route('**/api/**', () => undefined);
  // From now on every age is in hours or more.
  await page.clock.fastForward(3_700_000);
  await expect(page.getByRole('table').locator('time').first()).toHaveText(/^1 h, /);
  // The page asks anew for what is old, which it shows.
  await page.clock.runFor(1000);
  const before = await page.evaluate(() => window.commits);
  expect(before, 'what is rendered is counted').toBeGreaterThan(0);
  // After 30 seconds without an answer it would say that Sightline cannot be reached.
  await page.clock.runFor(25_000);
  expect((await page.evaluate(() => window.commits)) - before).toBe(0);
});

test('whoever has chosen local times has them in the first HTML', async ({ still, page }) => {
  const { data } = await readList(still.product, 'sort=created_at&per_page=10');
  const created = localText(String(data[0]?.created_at));
  const address = `${still.product.url}/monitors/${data[0]?.monitor_uuid}`;
  await openLive(page, address);
  await chooseTimes(page, /^UTC$/);
  await chooseTimes(page, /^Local Asia\/(Kolkata|Calcutta)$/);
  const html = async () => (await page.request.get(address)).text();
  expect(await html()).toMatch(new RegExp(`>${created} GMT\\+5:30<`));
  await chooseTimes(page, /^UTC$/);
  expect(await html()).not.toContain(created);
});

for (const [name, offMs] of [
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
] as const) {
  test(`a browser whose clock is ${name} requests what came with the page neither at once nor too late`, async ({
    still,
    page,
  }) => {
    await page.clock.install({ time: Date.now() + offMs });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await openLive(page, `${still.product.url}/monitors`);
    await page.waitForLoadState('networkidle');
    expect(requested.filter((path) => path === '/api/monitors')).toEqual([]);

    await page.clock.fastForward(11_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect.poll(() => requested).toContain('/api/monitors');
  });
}
