import type { BrowserContext } from '@playwright/test';

/** The page's message about a choice that the browser did not store. */
export const notStored = 'Not saved: this browser’s storage for this site is blocked or full.';

/** Stores the items in the local storage of all pages opened afterwards, and fills the rest of it. */
export async function fillStorage(
  context: BrowserContext,
  items: Record<string, string> = {},
): Promise<void> {
  await context.addInitScript((first) => {
    for (const [key, text] of Object.entries(first)) localStorage.setItem(key, text);
    for (let size = 2 ** 22; size >= 1; size /= 2) {
      try {
        localStorage.setItem(`filler ${size}`, 'x'.repeat(size));
      } catch {
        // Smaller ones may still fit.
      }
    }
  }, items);
}
