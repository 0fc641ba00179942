import { expect } from '@playwright/test';
import type { OrganizationInput } from '../../lib/reference-api/fixture.ts';
import { openHydrated, rowLinks } from '../support/browser/screen.ts';
import { watchPolicy } from '../support/browser/watch-policy.ts';
import { test } from '../support/products/fixtures.ts';
import { type RunningStack, startStack } from '../support/products/stack.ts';

const uuid = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const markup = '<img src=x onerror="window.wasHit=true"><script>window.wasHit=true</script>';
const reversed = 'Invoice \u202Egpj.exe\u202C for \u2067everybody';
const long = 'Very long name '.repeat(20);

/** Listed newest first, so in this order. */
const hostile: OrganizationInput = {
  name: 'Hostile',
  keys: [{ key: 'hostile-key' }],
  monitors: [
    {
      monitor_uuid: uuid(1),
      name: markup,
      type: 'https',
      target: 'javascript:window.wasHit=true',
      description: `${markup}\nsecond line`,
      created_at: '2026-04-01T00:00:00.000Z',
    },
    {
      monitor_uuid: uuid(2),
      name: reversed,
      type: 'http',
      target: 'data:text/html,<script>window.wasHit=true</script>',
      created_at: '2026-03-01T00:00:00.000Z',
    },
    {
      monitor_uuid: uuid(3),
      name: long,
      type: 'https',
      target: `https://example.com/${'x'.repeat(2000)}`,
      created_at: '2026-02-01T00:00:00.000Z',
    },
    {
      monitor_uuid: uuid(4),
      name: '',
      type: 'ping',
      target: '',
      regions: [''],
      created_at: '2026-01-01T00:00:00.000Z',
    },
  ],
};

test.describe('an organization of hostile monitors', () => {
  let stack: RunningStack;
  test.beforeAll(async () => {
    stack = await startStack({ organizations: [hostile] });
  });
  test.afterAll(() => stack.stop());

  test('row 31, row 59, row 60: fields of a monitor are shown as text: no script runs, and no layout breaks', {
    tag: '@core',
  }, async ({ page, context }) => {
    const violations = await watchPolicy(context);
    const { product } = stack;
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    page.on('dialog', (dialog) => errors.push(dialog.message()));

    const expectCalm = async () => {
      expect(await page.evaluate(() => 'wasHit' in window)).toBe(false);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(sideways, 'nothing scrolls sideways').toBe(false);
      const links = page.locator('[href^="javascript:" i], [href^="data:" i]');
      await expect(links, `links that would run, at ${page.url()}`).toHaveCount(0);
      expect(errors).toEqual([]);
      expect(violations).toEqual([]);
    };

    /** Shows the open page wide and narrow. */
    const expectCalmAtWidths = async () => {
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await expectCalm();
      }
    };

    await openHydrated(page, `${product.url}/monitors?sort=created_at`);
    await expect(rowLinks(page)).toHaveText([markup, reversed, long.trim(), '(no name)']);
    await expectCalmAtWidths();
    for (const [last, name] of [markup, reversed, long.trim()].entries()) {
      await openHydrated(page, `${product.url}/monitors/${uuid(last + 1)}`);
      // The element keeps the direction of the name within the name.
      await expect(page.getByRole('heading', { level: 1 }).locator('bdi')).toHaveText(name);
      await expect(page.getByRole('link', { name: 'Open target' })).toHaveCount(last < 2 ? 0 : 1);
      await expectCalmAtWidths();
    }
  });
});
