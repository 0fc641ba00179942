import { expect } from '@playwright/test';
import { defaultColumns, heading } from '../support/browser/list-columns.ts';
import { openHydrated, waitForHydration } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

test('a heading is moved by dragging it and by keyboard, without sorting; the help has the keys and the search words', async ({
  staticStack,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openHydrated(page, `${staticStack.product.url}/monitors`);
  const drag = async (label: string, to: string, away = 0) => {
    const [from, over] = [await heading(page, label).boundingBox(), await heading(page, to).boundingBox()];
    if (!from || !over) throw new Error('there is no heading');
    await page.mouse.move(from.x + 20, from.y + 16);
    await page.mouse.down();
    await page.mouse.move(over.x + 20, over.y + 16 + away, { steps: 8 });
    await page.mouse.up();
  };
  await drag('Region', 'Since');
  const moved = ['Condition', 'Name', 'Region', 'Since', 'Type', 'Target', ...defaultColumns.slice(6)];
  await expect(page.getByRole('columnheader')).toHaveText(moved);
  await drag('Type', 'Condition', 200);
  await expect(page.getByRole('columnheader'), 'released far from the headings').toHaveText(moved);
  await expect(heading(page, 'Condition'), 'a drag does not sort').toHaveAttribute('aria-sort', 'ascending');

  const sort = heading(page, 'Region').getByRole('button');
  await sort.focus();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  const again = ['Condition', 'Name', 'Since', 'Type', 'Region', 'Target', ...defaultColumns.slice(6)];
  await expect(page.getByRole('columnheader')).toHaveText(again);
  await expect(sort).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Region: column 5 of 9' })).toBeAttached();
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await expect(page.getByRole('status').filter({ hasText: 'Region: column 4 of 9' })).toBeAttached();
  await expect(sort).toBeFocused();
  await page.reload();
  await expect(page.getByRole('columnheader')).toHaveText([
    ...moved.slice(0, 2),
    'Since',
    'Region',
    ...moved.slice(4),
  ]);
  await waitForHydration(page.getByRole('button', { name: 'Keyboard shortcuts' }));
  await page.keyboard.press('?');
  await expect(page.getByRole('listitem').filter({ hasText: 'Move column' })).toContainText('Alt');
  await expect(page.getByRole('region', { name: 'Search words' })).toContainText('response>500ms');
});
