import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Opens an address and waits until React has taken the page over: a click before that is lost. A time's exact
 * moment in the local zone is known only in the browser, so it appears then.
 */
export async function openLive(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator('time[title*=" local, "]').first()).toBeAttached();
}

/** The names in the list, from top to bottom: each row's only link. */
export function rowLinks(page: Page): Locator {
  return page.getByRole('table', { name: 'Monitors' }).getByRole('link');
}

/** A choice of one of the filters; the radio itself is hidden behind its label. */
export function filter(page: Page, legend: 'Type' | 'Active', label: string) {
  const group = page.getByRole('group', { name: legend, exact: true });
  return {
    choose: () =>
      group
        .locator('label')
        .filter({ hasText: new RegExp(`^${label}$`) })
        .click(),
    radio: group.getByRole('radio', { name: label, exact: true }),
  };
}
