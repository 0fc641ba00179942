import { expect, type Page } from '@playwright/test';

interface Explanation {
  /** Left out where nobody would report it. */
  code?: string;
  heading: string;
  /** Parts of the explanation: what the failure means and what to do. */
  advice: readonly string[];
}

/** Expects that the screen explains this failure: what happened, what to do, and the code for reporting it. */
export async function expectExplained(page: Page, { code, heading, advice }: Explanation): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  for (const words of advice) await expect(page.getByRole('main')).toContainText(words);
  if (code !== undefined)
    await expect(page.getByText(new RegExp(`^${code}( · request [\\w-]+)?$`))).toBeVisible();
}
