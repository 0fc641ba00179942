import type { Page } from '@playwright/test';

/**
 * Presses the keys of a text without waiting in between. Typeahead and key sequences start over when the next key
 * comes late, as it would on a busy machine.
 */
export async function pressQuickly({ keyboard }: Page, text: string): Promise<void> {
  await Promise.all([...text].map((key) => keyboard.press(key)));
}
