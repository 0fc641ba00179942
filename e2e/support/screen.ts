import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Opens an address and waits until React has taken the page over: before that no key is heard, and of several clicks
 * only the last. A time's exact moment in the local zone is known only in the browser, so it appears then.
 */
export async function openLive(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator('time[title*=" local, "]').first()).toBeAttached();
}

/**
 * Waits until React has taken over an element of the first HTML, so that a click on it is heard. React marks what it has
 * taken over with a property; nothing that people see tells of it.
 */
export async function untilLive(part: Locator): Promise<void> {
  const isLive = () =>
    part.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')));
  await expect.poll(isLive, { intervals: [20, 50, 100] }).toBe(true);
}

/** The names in the list, from top to bottom: each row's only link. */
export function rowLinks(page: Page): Locator {
  return page.getByRole('table', { name: 'Monitors' }).getByRole('link');
}

/** The filter of one field: its button in the toolbar, and the popup with the field's values. */
export function facet(page: Page, label: 'Condition' | 'Type' | 'Region' | 'Maintenance') {
  const trigger = page.locator('button[aria-haspopup="dialog"]').filter({ hasText: new RegExp(`^${label}`) });
  const popup = page.getByRole('dialog', { name: label, exact: true });
  const value = (name: string) => popup.getByRole('button', { name: new RegExp(`^${name} [\\d,]+$`) });
  const excluded = (name: string) => popup.getByRole('button', { name: `Exclude ${name}`, exact: true });
  /** Opens the popup, presses one button in it and closes it again. */
  const press = async (button: Locator) => {
    await trigger.click();
    await button.click();
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
  };
  return {
    trigger,
    popup,
    value,
    excluded,
    choose: (name: string) => press(value(name)),
    exclude: (name: string) => press(excluded(name)),
  };
}

/** One of the counts above the list, which are filters too. */
export function count(page: Page, label: string): Locator {
  return page.getByRole('group', { name: 'Counts' }).getByRole('button', { name: new RegExp(`^${label} `) });
}

/** The search box. */
export function searchBox(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search monitors' });
}

/** The button that says how old the list is, and asks for it anew. */
export function refreshButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Refresh, as of \d+ (s|min) ago$/ });
}

/** What is set, above the list: a chip for each, known by its button. */
export function chips(page: Page): Locator {
  return page.getByRole('region', { name: 'Active filters' }).getByRole('button', { name: /^Remove / });
}

/** The button that drops one filter. @param name as the chip says it: "Type: not tcp" */
export function chip(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `Remove ${name}`, exact: true });
}

/** The list's address asks for exactly this, in whatever order its parts stand. @param query as in an address, without "?" */
export async function expectQuery(page: Page, query: string): Promise<void> {
  const sorted = (search: URLSearchParams) => [...search].map((pair) => pair.join('=')).sort();
  await expect
    .poll(() => sorted(new URL(page.url()).searchParams))
    .toEqual(sorted(new URLSearchParams(query)));
}
