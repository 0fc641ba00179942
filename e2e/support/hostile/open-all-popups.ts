import { expect, type Page } from '@playwright/test';

/** Opens and closes all popups of a screen, one after the other: filters, menus, dialogs. @returns their number */
export async function openAllPopups(page: Page): Promise<number> {
  const openers = page.locator('button[aria-haspopup]:visible');
  const popups = page.locator('[role="dialog"]:visible, [role="menu"]:visible');
  const count = await openers.count();
  for (let index = 0; index < count; index += 1) {
    await openers.nth(index).click();
    await expect(popups.first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(popups).toHaveCount(0);
  }
  return count;
}
