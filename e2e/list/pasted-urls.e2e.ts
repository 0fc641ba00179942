import { expect, type Page } from '@playwright/test';
import { openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
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

test('a link as a chat copies it finds its monitor; without one, the monitors of its host are offered', async ({
  staticStack: { product },
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const all = await readAll(product, 'sort=name');
  const web = all.find(({ type, target }) => type === 'https' && /\/\w+\/\w+$/.test(String(target)));
  const target = String(web?.target);
  const { host } = new URL(target);
  const ofHost = all.filter((monitor) => String(monitor.target).includes(`//${host}/`));
  await openHydrated(page, `${product.url}/monitors`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `<${target}|see here>`);
  await searchBox(page).focus();
  await page.keyboard.press('Control+v');
  await expect(rowLinks(page)).toHaveText([String(web?.name)]);
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').press('Control+v');
  await expect(palette(page).getByText('1 monitor.')).toBeVisible();
  await page.keyboard.press('Escape');

  await searchBox(page).fill(`(https://${host}/nothing/checks/this).`);
  const empty = page.getByRole('region', { name: 'No matches' });
  await expect(empty).toContainText('No monitor checks this address.');
  await expect(empty).toContainText('On the same host');
  const names = ofHost.map(({ name }) => String(name));
  const offered = (await empty.getByRole('button').first().textContent()) ?? '';
  expect(names.filter((name) => offered.endsWith(name))).not.toEqual([]);
});
