import type { BrowserContext } from '@playwright/test';

/** What is said of a choice that the browser did not store. */
export const notStored = 'Not saved: this browser’s storage for this site is blocked or full.';

/** Fills the local storage of the pages that are opened afterwards, after some items have been stored. */
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

/** Makes the browser refuse any access to the local storage of the pages that are opened afterwards, as some settings do. */
export function blockStorage(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
  });
}
