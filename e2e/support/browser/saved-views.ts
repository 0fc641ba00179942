import type { Page } from '@playwright/test';

/** The button that opens the saved views. */
export const opener = (page: Page) => page.getByRole('button', { name: /^Views/ });
/** The popup of the saved views. */
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Views' });
/** The button of one view. */
export const row = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });

/** Saves the current view under a name, in the open popup. */
export async function save(page: Page, name: string) {
  await panel(page).getByRole('textbox', { name: 'View name' }).fill(name);
  await page.keyboard.press('Enter');
}

/** Where the browser stores the views. */
export const viewsKey = 'sightline.views.v1';

/** Stores views before the first load. */
export async function withStored(page: Page, value: unknown) {
  await page.addInitScript(
    ([name, text]) => {
      // Only on the first load, so that changes by the test survive a reload.
      if (localStorage.getItem(name ?? '') === null) localStorage.setItem(name ?? '', text ?? '');
    },
    [viewsKey, typeof value === 'string' ? value : JSON.stringify(value)],
  );
}
