import { expect, type Page } from '@playwright/test';
import {
  expectQuery,
  openHydrated,
  rowLinks,
  searchBox,
  waitForHydration,
} from '../support/browser/screen.ts';
import { readAll, readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Jump to a monitor' });

test('all spellings of a URL find the same monitor, in the list, the command palette and the API', {
  tag: '@nightly',
}, async ({ staticStack: { product }, page }) => {
  const all = await readAll(product, 'sort=name');
  const web = all.find(
    ({ type, target }) => type === 'https' && /^https:\/\/[^/:]+\/\w+\/\w+$/.test(String(target)),
  );
  const tcp = all.find(({ type, target }) => type === 'tcp' && /^[a-z][\w.-]+$/.test(String(target)));
  const { host, pathname } = new URL(String(web?.target));
  const spellings = [
    [`https://${host}${pathname}/`, web],
    [`http://${host}:80${pathname}?a=b#c`, web],
    [`${host}:443${pathname}`, web],
    [`HTTPS://${host.toUpperCase()}${pathname}`, web],
    [`tcp://${tcp?.target}:${tcp?.port}`, tcp],
    [`${tcp?.target}:${tcp?.port}`, tcp],
    [String(web?.monitor_uuid).slice(0, 8), web],
    [String(web?.monitor_uuid).replaceAll('-', ''), web],
  ] as const;
  await openHydrated(page, `${product.url}/monitors`);
  for (const [index, [spelling, monitor]] of spellings.entries()) {
    const { data } = await readList(product, `q=${encodeURIComponent(spelling)}`);
    expect(
      data.map(({ name }) => name),
      spelling,
    ).toEqual([monitor?.name]);
    await searchBox(page).fill(spelling);
    await expect(rowLinks(page), spelling).toHaveText([String(monitor?.name)]);
    // The palette requests the same API, so one spelling of each kind is enough.
    if (index % 3 > 0) continue;
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill(spelling);
    await expect(palette(page).getByText('1 monitor.')).toBeVisible();
    await expect(palette(page).getByRole('option').first(), spelling).toContainText(String(monitor?.name));
    await page.keyboard.press('Escape');
    // Otherwise the next spelling is typed on a slow machine while the palette is still closing.
    await expect(palette(page)).toHaveCount(0);
  }
});

test('a URL without a monitor leads to the monitors of its host', async ({
  staticStack: { product },
  page,
}) => {
  const all = await readAll(product, 'sort=name');
  const { host } = new URL(String(all.find(({ type }) => type === 'https')?.target));
  const ofHost = all.filter(({ target }) => String(target).includes(`//${host}/`));
  await openHydrated(page, `${product.url}/monitors`);
  await searchBox(page).fill(`https://${host}/nothing/checks/this`);
  await expect(page.getByRole('heading', { name: 'Nothing checks this path' })).toBeVisible();
  await expectQuery(page, `q=https://${host}/nothing/checks/this`);
  const checks =
    ofHost.length === 1 ? '1 monitor checks this host' : `${ofHost.length} monitors check this host`;
  await expect(page.getByRole('region', { name: 'Nothing checks this path' })).toContainText(
    `${checks}: ${host}`,
  );
  await page.getByRole('button', { name: /^Show (the monitor|\d+ monitors)$/ }).click();
  await expect(rowLinks(page)).toHaveCount(ofHost.length);
  await expect(searchBox(page)).toHaveValue(`${host}/`);
  await expectQuery(page, `q=${host}/`);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Nothing checks this path' })).toBeVisible();
});

test('a pasted URL that is longer than the field allows is shortened to its relevant part', {
  tag: '@nightly',
}, async ({ staticStack: { product }, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const all = await readAll(product, 'sort=name');
  const web = all.find(({ type, target }) => type === 'https' && /\/\w+\/\w+$/.test(String(target)));
  await openHydrated(page, `${product.url}/monitors`);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `${web?.target}?${'session=1234&'.repeat(20)}`,
  );
  await searchBox(page).focus();
  await page.keyboard.press('Control+v');
  await expect(searchBox(page)).toHaveValue(String(web?.target));
  await expect(rowLinks(page)).toHaveText([String(web?.name)]);
});

test('a pasted list finds each host that is monitored, and says how many of its lines are searched', async ({
  staticStack: { product },
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const all = await readAll(product, 'sort=name');
  const hosts = [
    ...new Set(all.map(({ target }) => String(target)).filter((target) => /^[a-z][\w.-]+$/.test(target))),
  ];
  const [one = '', other = ''] = hosts;
  const isListed = ({ target }: { target?: unknown }) =>
    [one, other].some((host) => String(target).includes(host));
  const notice = page.getByRole('main').getByText(/^Only the first \d+ of \d+ entries are searched/);
  const paste = async (lines: readonly string[]) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'));
    await searchBox(page).fill('');
    await searchBox(page).press('Control+v');
  };
  await openHydrated(page, `${product.url}/monitors?sort=name&per_page=100`);
  await paste([one, 'absent.example', other]);
  await expect(searchBox(page)).toHaveValue(`${one}, absent.example, ${other}`);
  await expect(rowLinks(page)).toHaveText(all.filter(isListed).map(({ name }) => String(name)));
  await expect(notice).toHaveCount(0);

  await paste(Array.from({ length: 13 }, (_, n) => `absent-${n}.corp.example.com`));
  await expect(notice).toContainText('3 of 13');
  await expect(page.getByText('No match in the part that was searched.')).toBeVisible();
  await expect(page.getByText(/^No monitor (has|matches)/)).toHaveCount(0);
  await searchBox(page).fill('absent');
  await expect(notice).toHaveCount(0);
  await expect(page.getByText(/^No monitor has this name/)).toBeVisible();
});

test('the search of the changes and the palette also say what they cut from a pasted list', async ({
  staticStack: { product },
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lines = Array.from({ length: 13 }, (_, n) => `host-${n}.example`).join('\n');
  const notice = page.getByText(/Only the first 6 of 13 entries are searched/);
  await page.goto(`${product.url}/changes`);
  await waitForHydration(page.getByRole('button', { name: 'Export' }));
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines);
  const field = page.getByRole('combobox', { name: 'Search changes' });
  await field.press('Control+v');
  await expect(field).toHaveValue(/^host-0\.example, .*host-5\.example$/);
  await expect(notice).toBeVisible();
  await field.fill('host-0');
  await expect(notice).toHaveCount(0);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Jump to a monitor' }).getByRole('combobox');
  await palette.press('Control+v');
  await expect(palette).toHaveValue(/^host-0\.example, .*host-5\.example$/);
  await expect(notice).toBeVisible();
});
