import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, themeRules, visualRules } from './axe.ts';

export const desktop = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
type Variant = readonly [size: typeof desktop, colorScheme: 'light' | 'dark'];
export const allVariants: readonly Variant[] = [
  [desktop, 'light'],
  [desktop, 'dark'],
  [phone, 'light'],
];
/** Both sizes and both colour schemes, once each: for variants of a screen that is tested with `allVariants`. */
export const twoVariants: readonly Variant[] = [
  [desktop, 'light'],
  [phone, 'dark'],
];

/**
 * Fails when the page violates an accessibility rule or scrolls horizontally with any of the sizes and colour schemes.
 *
 * @param within checks only the elements that match this selector
 */
export async function expectAccessible(page: Page, variants = twoVariants, within?: string): Promise<void> {
  for (const [index, [size, colorScheme]] of variants.entries()) {
    await page.setViewportSize(size);
    // Without motion, because a colour would be measured in the middle of a transition.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoSidewaysScroll(page);
    // On a screen whose markup has been checked, only what depends on the theme or the width can differ.
    const further = variants[index - 1]?.[0] === size ? themeRules : visualRules;
    await expectNoAxeViolations(page, { within, rules: index === 0 ? undefined : further });
  }
}

/** Fails when the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Polled, because open popups are repositioned a moment after the window is resized.
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect
    .poll(beyond, `${page.url()} beyond ${page.viewportSize()?.width} pixels`)
    .toBeLessThanOrEqual(0);
}
