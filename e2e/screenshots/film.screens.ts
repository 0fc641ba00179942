import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { openHydrated, rowLinks, searchBox } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

const file = fileURLToPath(new URL('../../docs/screenshots/film.svg', import.meta.url));
const pageSchema = z.object({ pagination: z.object({ total: z.number() }) });
const size = { width: 1280, height: 747 };
/** How long each picture is shown, seconds. */
const SHOWN_S = 2.5;

/**
 * Returns an animated picture without scripts, which shows the images one after the other. With reduced motion it
 * shows only the last one.
 */
function filmOf(pictures: readonly string[]): string {
  const share = 100 / pictures.length;
  const images = pictures.map(
    (data, index) =>
      `<image ${index === pictures.length - 1 ? 'class="last" ' : ''}width="100%" height="100%" style="animation-delay:${index * SHOWN_S}s" href="data:image/png;base64,${data}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}">
<title>Search, filter, open a monitor</title>
<style>
image { visibility: hidden; animation: shown ${SHOWN_S * pictures.length}s step-end infinite; }
@keyframes shown { 0% { visibility: visible; } ${share}% { visibility: hidden; } }
@media (prefers-reduced-motion) { image { animation: none; } .last { visibility: visible; } }
</style>
${images.join('\n')}
</svg>
`;
}

test('a film of search, filter and open', async ({ demo, page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(size);
  await openHydrated(page, `${demo.url}/monitors`);
  const pictures: string[] = [];
  const take = async () => {
    await page.evaluate(() => document.fonts.ready);
    pictures.push((await page.screenshot({ animations: 'disabled' })).toString('base64'));
  };
  await take();
  const found = page.waitForResponse(/\/api\/monitors\?.*q=production/);
  await searchBox(page).fill('production');
  await found;
  await expect(page).toHaveURL(/q=production/);
  await expect(rowLinks(page).first()).toContainText(/production/i);
  await take();
  await page.getByRole('button', { name: 'Type' }).first().click();
  const popup = page.getByRole('dialog', { name: 'Type' });
  const narrowed = page.waitForResponse(/\/api\/monitors\?.*type=tcp/);
  await popup.getByText('tcp', { exact: true }).click();
  const { pagination } = pageSchema.parse(await (await narrowed).json());
  await expect(page).toHaveURL(/type=tcp/);
  await expect(rowLinks(page)).toHaveCount(Math.min(25, pagination.total));
  await take();
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await take();
  await rowLinks(page).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/production/i);
  await expect(page.getByText('Loading the rest')).toHaveCount(0);
  await take();
  writeFileSync(file, filmOf(pictures));
});
