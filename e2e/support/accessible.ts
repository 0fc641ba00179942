import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.ts';

export const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
type Look = readonly [size: typeof desk, colorScheme: 'light' | 'dark'];
export const everyLook: readonly Look[] = [
  [desk, 'light'],
  [desk, 'dark'],
  [phone, 'light'],
];
/** Both sizes and both colour schemes, once each: for variants of a screen that is tested in every look. */
export const twoLooks: readonly Look[] = [
  [desk, 'light'],
  [phone, 'dark'],
];

/**
 * Fails when the page breaks a rule of accessibility or scrolls sideways, in any of the looks.
 *
 * @param within looks at what this selector finds only
 */
export async function expectAccessible(page: Page, looks = twoLooks, within?: string): Promise<void> {
  for (const [index, [size, colorScheme]] of looks.entries()) {
    await page.setViewportSize(size);
    // Without motion: a colour that is on its way to another would be measured halfway.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // What is open finds its new place a moment after the window has its new size.
    const beyond = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(beyond, `beyond the width of ${page.url()}`).toBeLessThanOrEqual(0);
    await expectNoAxeViolations(page, { within, visualOnly: index > 0 });
  }
}
