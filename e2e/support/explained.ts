import { expect, type Page } from '@playwright/test';

interface Explanation {
  code: string;
  heading: string;
  /** Parts of what is said about it: what it means and what to do. */
  advice: readonly string[];
}

/** The screen explains this failure: what happened, what to do, and the code for who reports it. */
export async function expectExplained(page: Page, { code, heading, advice }: Explanation): Promise<void> {
  // The five seconds that the API is given, and the page's asking again.
  const patience = { timeout: 30_000 };
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible(patience);
  for (const words of advice) await expect(page.getByRole('main')).toContainText(words);
  await expect(page.getByText(new RegExp(`^${code}( · request [\\w-]+)?$`))).toBeVisible();
}
