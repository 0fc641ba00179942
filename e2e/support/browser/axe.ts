import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that depend on the theme; all others check the markup, or sizes. */
export const themeRules = ['color-contrast'];
/** The rules that depend on the theme or the window's width. */
export const visualRules = [...themeRules, 'target-size'];

interface Scope {
  /** Checks only the elements that match this selector. */
  within?: string | undefined;
  /** Checks only these rules. */
  rules?: readonly string[] | undefined;
}

/** Fails with one line for each violated rule and one for each element that violates it. */
export async function expectNoAxeViolations(page: Page, { within, rules }: Scope = {}): Promise<void> {
  // A colour in the middle of a fade is not that of the page.
  await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition)));
  // Legacy mode suffices, because our pages have no frames. Without it axe opens an additional page each time.
  // Elements that violate no rule are not described, which would take most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules) axe.withRules([...rules]);
  else axe.withTags(tags);
  if (within !== undefined) axe.include(within);
  const { violations, passes } = await axe.analyze();
  const report = violations.flatMap(({ id, help, helpUrl, nodes }) => [
    `${id}: ${help} (${helpUrl})`,
    ...nodes.map(({ target, failureSummary }) => `  ${target.join(' ')} - ${oneLine(failureSummary)}`),
  ]);
  expect(report.join('\n'), `accessibility of ${page.url()}`).toBe('');
  expect(passes.length, 'rules that were applied to an element').toBeGreaterThan(0);
}

function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
