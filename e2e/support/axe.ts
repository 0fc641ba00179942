import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails with one line for each rule and one for each element that breaks it.
 * @param within looks at what this selector finds only
 */
export async function expectNoAxeViolations(page: Page, within?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(tags);
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  const report = violations.flatMap(({ id, help, helpUrl, nodes }) => [
    `${id}: ${help} (${helpUrl})`,
    ...nodes.map(({ target, failureSummary }) => `  ${target.join(' ')} - ${oneLine(failureSummary)}`),
  ]);
  expect(report.join('\n'), `accessibility of ${page.url()}`).toBe('');
}

function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
