import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What depends on the theme and on the width of the window; all else is in the markup. */
const visualRules = ['color-contrast', 'target-size'];

interface Scope {
  /** Looks at what this selector finds only. */
  within?: string | undefined;
  /** Asks only for what another theme or width can change, on a screen whose markup has been looked at before. */
  visualOnly?: boolean;
}

/** Fails with one line for each rule and one for each element that breaks it. */
export async function expectNoAxeViolations(page: Page, { within, visualOnly }: Scope = {}): Promise<void> {
  // Our pages have no frames, for which axe would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (visualOnly) axe.withRules(visualRules);
  else axe.withTags(tags);
  if (within !== undefined) axe.include(within);
  const { violations, passes } = await axe.analyze();
  const report = violations.flatMap(({ id, help, helpUrl, nodes }) => [
    `${id}: ${help} (${helpUrl})`,
    ...nodes.map(({ target, failureSummary }) => `  ${target.join(' ')} - ${oneLine(failureSummary)}`),
  ]);
  expect(report.join('\n'), `accessibility of ${page.url()}`).toBe('');
  expect(passes.length, 'rules that found something to look at').toBeGreaterThan(0);
}

function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
