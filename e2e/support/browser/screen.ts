import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Opens a URL and waits until React has hydrated the page: before that, keys and clicks on buttons have no effect. The local time in the tooltip of a timestamp appears after hydration, because only the browser
 * knows the zone, and the key in the tooltip of a refresh button, because it has no effect before.
 */
export async function openHydrated(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator('[title*=" local"], [title$=" (r)"]').first()).toBeAttached();
}

/**
 * Waits until React has hydrated a server-rendered element, so that a click on it has an effect. React sets a
 * property on hydrated elements; nothing visible shows the hydration.
 */
export async function waitForHydration(part: Locator): Promise<void> {
  const isLive = () =>
    part.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')));
  await expect.poll(isLive, { intervals: [20, 50, 100] }).toBe(true);
}

/**
 * Expects that an action shows a message, which soon disappears by itself. It looks for the message before the action
 * has ended: on a slow machine the message can be gone afterwards.
 *
 * @param action a click or a key press that has just begun
 */
export async function expectBriefly(message: Locator, action: Promise<void>): Promise<void> {
  await Promise.all([message.waitFor(), action]);
}

/** The first message for screen readers with this text. */
export function announcement(page: Page, words: string | RegExp): Locator {
  return page.getByRole('status').filter({ hasText: words }).first();
}

/** The links of the list, one in each row, from top to bottom: the monitors' names. */
export function rowLinks(page: Page): Locator {
  return page.getByRole('table', { name: 'Monitors' }).locator('tbody').getByRole('link');
}

/**
 * The filter of one field: its button in the toolbar, and the popup with the field's values. Maintenance and Flapping are
 * sections of "More filters" in windows narrower than 1680 px.
 */
export function facet(
  page: Page,
  label: 'Condition' | 'Type' | 'Region' | 'Maintenance' | 'Flapping' | 'Check settings' | 'More filters',
) {
  const isSection = label === 'Maintenance' || label === 'Flapping';
  const title = isSection ? 'More filters' : label;
  const trigger = page
    .locator('button[aria-haspopup="dialog"]:visible')
    .filter({ hasText: new RegExp(`^${title}`) });
  const popup = page.getByRole('dialog', { name: title, exact: true });
  const section = popup.locator('details').filter({ hasText: new RegExp(`^${label}`) });
  const values = isSection ? section : popup;
  const value = (name: string) => values.getByRole('button', { name: new RegExp(`^${name} [\\d,]+$`) });
  const excluded = (name: string) => values.getByRole('button', { name: `Exclude ${name}`, exact: true });
  /** Opens the popup, presses one button in it and closes it again. */
  const press = async (button: Locator) => {
    await trigger.click();
    if (isSection && (await section.getAttribute('open')) === null) await section.locator('summary').click();
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

/** One of the counts above the list, which are also filters. */
export function count(page: Page, label: string): Locator {
  return page.getByRole('group', { name: 'Counts' }).getByRole('button', { name: new RegExp(`^${label} `) });
}

/** The search box. */
export function searchBox(page: Page): Locator {
  // The field of the command palette has the same name, and stands outside `main`.
  return page.getByRole('main').getByRole('combobox', { name: 'Search monitors' });
}

/** The button that shows the list's age and refreshes it. */
export function refreshButton(page: Page): Locator {
  return page.getByRole('button', {
    name: /^Refresh, (as of|reading,|paused,) \d+ (s|min|h) ago( · every .+)?$/,
  });
}

/** The same while refreshing is paused. */
export function pausedButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Refresh, paused, / });
}

/** The chips of the active filters above the list, each represented by its remove button. */
export function chips(page: Page): Locator {
  return page.getByRole('region', { name: 'Active filters' }).getByRole('button', { name: /^Remove / });
}

/** The button that removes one filter. @param name the chip's text: "Type: not tcp" */
export function chip(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `Remove ${name}`, exact: true });
}

/** Expects that the page's URL has exactly these parameters, in any order. @param query of a URL, without "?" */
export async function expectQuery(page: Page, query: string): Promise<void> {
  const sorted = (search: URLSearchParams) => [...search].map((pair) => pair.join('=')).sort();
  await expect
    .poll(() => sorted(new URL(page.url()).searchParams))
    .toEqual(sorted(new URLSearchParams(query)));
}
