import { expect, type Page } from '@playwright/test';

/** Expects that the header of the open page has room for its parts in windows of any width. */
export async function expectHeaderFits(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^API requests left: \d/ })).toBeVisible();
  for (const width of [320, 360, 390, 639, 640, 767, 768, 1023, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { beyond, truncated } = await page.getByRole('banner').evaluate((header) => {
      const rights = [...header.querySelectorAll('a, button')].map((it) => it.getBoundingClientRect().right);
      const room = header.clientWidth - Number.parseFloat(getComputedStyle(header).paddingRight);
      const badges = [...header.querySelectorAll('[title]')].filter((it) => it.scrollWidth > it.clientWidth);
      return {
        beyond: Math.round(Math.max(...rights) - room),
        truncated: badges.map((it) => it.textContent),
      };
    });
    expect(beyond, `at ${width}`).toBeLessThanOrEqual(0);
    if (width >= 360) expect(truncated, `at ${width}`).toEqual([]);
  }
}
