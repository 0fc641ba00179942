import { expect, type Page } from '@playwright/test';
import { rowLinks } from './screen.ts';

/**
 * Expects that the list shows one page of these monitors in this order, and their number.
 *
 * @param options.page the number of the page, from 1
 */
export async function expectList(
  tab: Page,
  monitors: readonly { name: string }[],
  { page = 1, perPage = 25 } = {},
): Promise<void> {
  const [from, to] = [(page - 1) * perPage, Math.min(page * perPage, monitors.length)];
  await expect(rowLinks(tab)).toHaveText(monitors.slice(from, to).map(({ name }) => name));
  await expect(tab.getByText(`${from + 1}–${to} of ${monitors.length}`, { exact: true })).toBeVisible();
}
